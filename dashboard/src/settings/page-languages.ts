import { currentLocale } from "../texts/texts.ts";
import { pageLocales } from "./page-locales.ts";

/** The reader's language, if the page has it. */
export function pageLocaleOfReader(): string {
  const language = currentLocale().split("-")[0] ?? "";
  return pageLocales.find((locale) => locale === language) ?? "en";
}

/** For a list: each language in its own words, and in the reader's. */
export function pageLanguages(): { value: string; label: string }[] {
  const inReaders = new Intl.DisplayNames(currentLocale(), { type: "language" });
  const named = pageLocales.map((value) => {
    const own = new Intl.DisplayNames(value, { type: "language" }).of(value) ?? value;
    const translated = inReaders.of(value) ?? value;
    return { value, label: own === translated ? own : `${translated} · ${own}` };
  });
  return named.toSorted((one, other) => one.label.localeCompare(other.label));
}
