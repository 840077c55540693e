import { currentLocale, has, t } from "../texts/texts.ts";

/** A code of the API in the reader's words, such as decline.insufficient_funds; one that has none as the API says it. */
export function wordsFor(
  kind: "decline" | "failure" | "dispute-reason" | "passed-over" | "posting" | "account" | "routing",
  code: string,
) {
  const name = `${kind}.${code}`;
  return has(name) ? t(name) : code.replaceAll("_", " ");
}

/** The same, usually words within a sentence, as a line of their own. */
export function lineFor(kind: Parameters<typeof wordsFor>[0], code: string): string {
  const words = wordsFor(kind, code);
  return words.charAt(0).toLocaleUpperCase(currentLocale()) + words.slice(1);
}
