import { IntlMessageFormat } from "intl-messageformat";
import type english from "../../locales/en.json";
import { assert } from "../kernel/assert.ts";
import { type Currency, findCurrency } from "../kernel/currency.ts";
import { type Child, type Html, html } from "../kernel/html.ts";
import { formatAmount } from "../kernel/money.ts";
import { isLocale, type Locale, numberLocaleOf, readMessages } from "./locale.ts";

/** A key of `locales/en.json`. The other languages may lack some: the page says those texts in English. */
export type TextKey = keyof typeof english;

/** The page's texts in one language. */
export type Texts = {
  readonly locale: Locale;
  /** The text for attributes and titles, which can contain no markup. */
  readonly plain: (key: TextKey, values?: Record<string, string | number>) => string;
  /** The text as HTML. Everything in it is escaped, except values that are Html. */
  readonly rich: (key: TextKey, values?: Record<string, Html | string | number>) => Html;
  /** An amount of minor units in the reader's format, such as "€25.99". */
  readonly amount: (amountMinor: number, currencyCode: string) => string;
  /** A formatted time in UTC, because the server doesn't know the reader's time zone. The script converts it. */
  readonly dateTime: (rfc3339: string) => string;
};

const textsByLocale = new Map<Locale, Texts>();

/**
 * The texts of a language. Loaded on first use, which takes about 5 ms.
 *
 * @param numbers the locale of the amounts, from `numberLocaleOf`; that of the language unless a region is known
 */
export function textsOf(locale: Locale, numbers = numberLocaleOf(locale)): Texts {
  return { ...textsIn(locale), ...amountsIn(numbers) };
}

function textsIn(locale: Locale): Texts {
  const kept = textsByLocale.get(locale);
  if (kept) return kept;
  assert(isLocale(locale), `there are no texts in ${locale}`);
  const texts = makeTexts(locale, readMessages(locale));
  textsByLocale.set(locale, texts);
  return texts;
}

/** @param ownMessages the messages in this language; those that it lacks are said in English */
export function makeTexts(locale: Locale, ownMessages: Readonly<Record<string, string>>): Texts {
  const formats = numberLocaleOf(locale);
  const own = compile(ownMessages, formats);
  const isEnglish = new Intl.Locale(locale).language === "en";
  const messageOf = (key: TextKey): IntlMessageFormat => {
    const message = own.get(key) ?? englishMessages().get(key);
    assert(message !== undefined, `there is no text ${key}`);
    return message;
  };
  const dates = new Intl.DateTimeFormat(formats, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return {
    locale,
    plain: (key, values) => String(messageOf(key).format(values)),
    rich: (key, values) => {
      const markup = html`${messageOf(key).formatToParts<Html>(values).map(partMarkup)}`;
      return isEnglish || own.has(key) ? markup : inEnglish(markup);
    },
    ...amountsIn(formats),
    dateTime: (rfc3339) => `${dates.format(new Date(rfc3339))} UTC`,
  };
}

const amountsIn = (numbers: string): Pick<Texts, "amount"> => ({
  amount: (amountMinor, currencyCode) => formatAmount(amountMinor, currencyOf(currencyCode), numbers),
});

type Messages = ReadonlyMap<string, IntlMessageFormat>;

/** @param formats the locale whose plural forms and numbers the messages use */
function compile(messages: Readonly<Record<string, string>>, formats: string): Messages {
  return new Map(
    Object.entries(messages).map(([key, message]) => [key, new IntlMessageFormat(message, formats)]),
  );
}

let compiledEnglish: Messages | undefined;

/** For the texts that a language lacks, with English plural forms. */
function englishMessages(): Messages {
  compiledEnglish ??= compile(readMessages("en"), "en");
  return compiledEnglish;
}

/** Screen readers pronounce it as English, and its full stop stays at its end in a text from right to left. */
function inEnglish(markup: Html): Html {
  return html`<bdi lang="en" dir="ltr">${markup}</bdi>`;
}

/** Literals and string values are text; objects are the Html values that were passed in. */
function partMarkup(part: { readonly value: Child }): Child {
  return part.value;
}

/** Sessions have supported currencies only, so an unknown one is a bug. */
function currencyOf(code: string): Currency {
  const currency = findCurrency(code);
  assert(currency !== undefined, `currency ${code} is not supported`);
  return currency;
}
