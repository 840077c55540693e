import { readdirSync, readFileSync } from "node:fs";
import { IntlMessageFormat } from "intl-messageformat";
import { assert } from "./assert.ts";
import { type Child, type Html, html } from "./html.ts";
import { numberLocaleOf } from "./locales.ts";
import { rememberByKey } from "./remember.ts";

/** The texts of pages in one language, as ICU messages by their keys. */
export type Messages<Key extends string> = {
  /** The text for attributes and titles, which can contain no markup. */
  readonly plain: (key: Key, values?: Record<string, string | number>) => string;
  /** The text as HTML. Everything in it is escaped, except values that are Html. */
  readonly rich: (key: Key, values?: Record<string, Html | string | number>) => Html;
};

/** A folder with a file `<tag>.json` for each language. Languages may lack texts of `en.json`, which are then said in English. */
export type MessageFolder = {
  /** The BCP 47 tags of the languages. */
  readonly locales: readonly string[];
  readonly read: (locale: string) => Record<string, string>;
  /** The messages of a language. Compiled on first use, which takes about 5 ms. */
  readonly in: (locale: string) => Messages<string>;
};

export function openMessages(folder: URL): MessageFolder {
  const locales = readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => file.slice(0, -".json".length))
    .toSorted();
  const read = (locale: string): Record<string, string> =>
    JSON.parse(readFileSync(new URL(`${locale}.json`, folder), "utf8"));
  const kept = new Map<string, Messages<string>>();
  const load = (locale: string): Messages<string> => {
    const found = kept.get(locale);
    if (found) return found;
    assert(locales.includes(locale), `there are no texts in ${locale}`);
    const messages = makeMessages(locale, read(locale), read("en"));
    kept.set(locale, messages);
    return messages;
  };
  return { locales, read, in: load };
}

/**
 * @param own the messages in this language
 * @param english all messages, with English plural forms
 */
export function makeMessages(
  locale: string,
  own: Readonly<Record<string, string>>,
  english: Readonly<Record<string, string>>,
): Messages<string> {
  const formats = numberLocaleOf(locale);
  const missing = Object.entries(english).filter(([key]) => own[key] === undefined);
  const compiled = new Map([
    ...Object.entries(own).map(([key, text]) => [key, new IntlMessageFormat(text, formats)] as const),
    ...missing.map(([key, text]) => [key, new IntlMessageFormat(text, "en")] as const),
  ]);
  const foreign = new Set(new Intl.Locale(locale).language === "en" ? [] : missing.map(([key]) => key));
  const messageOf = (key: string): IntlMessageFormat => {
    const message = compiled.get(key);
    assert(message !== undefined, `there is no text ${key}`);
    return message;
  };
  const plain: Messages<string>["plain"] = (key, values) => String(messageOf(key).format(values));
  const rich: Messages<string>["rich"] = (key, values) => {
    const markup = html`${messageOf(key).formatToParts<Html>(values).map(partMarkup)}`;
    return foreign.has(key) ? inEnglish(markup) : markup;
  };
  // Most texts have no values, and are the same each time.
  const plainTexts = rememberByKey((key: string) => key, plain, compiled.size);
  const richTexts = rememberByKey((key: string) => key, rich, compiled.size);
  return {
    plain: (key, values) => (values === undefined ? plainTexts(key) : plain(key, values)),
    rich: (key, values) => (values === undefined ? richTexts(key) : rich(key, values)),
  };
}

/** Screen readers pronounce it as English, and its full stop stays at its end in a text from right to left. */
function inEnglish(markup: Html): Html {
  return html`<bdi lang="en" dir="ltr">${markup}</bdi>`;
}

/** Literals and string values are text; objects are the Html values that were passed in. */
function partMarkup(part: { readonly value: Child }): Child {
  return part.value;
}
