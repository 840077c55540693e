import { en, type TextName, type Texts } from "./en.ts";

export type { TextName } from "./en.ts";

/** The languages of the dashboard. Each is loaded when it is needed. */
const languages: Readonly<Record<string, () => Promise<Texts>>> = {
  en: async () => en,
  de: async () => (await import("./de.ts")).de,
};

let texts: Texts = en;
let locale = "en";

/** Chooses the first of the reader's languages that there is. Numbers and dates keep the reader's own conventions. */
export async function loadTexts(wanted: readonly string[]): Promise<void> {
  for (const tag of wanted) {
    const language = tag.split("-")[0] ?? "";
    const load = languages[language];
    if (!load) continue;
    [texts, locale] = [await load(), tag];
    document.documentElement.lang = language;
    return;
  }
}

/** A text in the reader's language. */
export function t(name: TextName, values: Readonly<Record<string, string>> = {}): string {
  return texts[name].replaceAll(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);
}

export const currentLocale = (): string => locale;

/** Whether there is a text of this name, which was made from what the server said. */
export const has = (name: string): name is TextName => Object.hasOwn(en, name);
