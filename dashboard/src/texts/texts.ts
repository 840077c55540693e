import { bestLanguage } from "./best-language.ts";
import { directionOf } from "./direction.ts";
import { en, type TextName } from "./en.ts";
import { type Conventions, formatMessage, type Values } from "./format-message.ts";
import { type Language, languages } from "./languages.ts";

export type { TextName } from "./en.ts";

let texts: Language = en;
let conventions: Conventions = { language: "en", locale: "en", isolates: false };

/**
 * Loads the language that was chosen, else the nearest to the first of the browser's languages that there is.
 *
 * @param browsers BCP 47 tags, the most wanted first
 */
export async function loadTexts(browsers: readonly string[], chosen: string | null): Promise<void> {
  const wanted = chosen === null ? browsers : [chosen, ...browsers];
  const language = bestLanguage(wanted, Object.keys(languages)) ?? "en";
  // Numbers and dates keep the reader's own conventions: those of Austria, where the browser says de-AT.
  const locale = browsers.find((each) => bestLanguage([each], [language])) ?? language;
  const direction = directionOf(language);
  texts = (await languages[language]?.()) ?? en;
  conventions = { language, locale, isolates: direction === "rtl" };
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
}

/** A text in the reader's language, or in English where that has none. */
export function t(name: TextName, values: Values = {}): string {
  const text = texts[name];
  return text === undefined
    ? formatMessage(en[name], values, { ...conventions, language: "en" })
    : formatMessage(text, values, conventions);
}

/** What numbers, dates and names of countries are written by. */
export const currentLocale = (): string => conventions.locale;

/** The language of the texts. */
export const currentLanguage = (): string => conventions.language;

/** Whether there is a text of this name, which was made from what the server said. */
export const has = (name: string): name is TextName => Object.hasOwn(en, name);
