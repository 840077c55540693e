import { currentLocale } from "./texts.ts";

/** For a list: each language in the reader's words, and in its own. */
export function languageChoices(tags: readonly string[]): { value: string; label: string }[] {
  const inReaders = new Intl.DisplayNames(currentLocale(), { type: "language" });
  const named = tags.map((value) => {
    const own = new Intl.DisplayNames(value, { type: "language" }).of(value) ?? value;
    const translated = inReaders.of(value) ?? value;
    return { value, label: own === translated ? own : `${translated} · ${own}` };
  });
  return named.toSorted((one, other) => one.label.localeCompare(other.label));
}
