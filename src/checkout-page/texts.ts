import { IntlMessageFormat } from "intl-messageformat";
import type english from "../../locales/en.json";
import { assert } from "../kernel/assert.ts";
import { type Currency, findCurrency } from "../kernel/currency.ts";
import { type Child, type Html, html } from "../kernel/html.ts";
import { formatAmount } from "../kernel/money.ts";
import { isLocale, type Locale, readMessages } from "./locale.ts";

/** A key of `locales/en.json`. A test checks that all languages have the same keys and placeholders. */
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

/** The texts of a language. Loaded on first use, which takes about 5 ms. */
export function textsOf(locale: Locale): Texts {
  const kept = textsByLocale.get(locale);
  if (kept) return kept;
  assert(isLocale(locale), `there are no texts in ${locale}`);
  const texts = loadTexts(locale);
  textsByLocale.set(locale, texts);
  return texts;
}

/**
 * The locales for formatting numbers and dates, where they differ from those of the texts: CLDR's "pt" is Brazilian. Its
 * "zh-Hant" is Taiwanese already.
 */
const formatLocales: Readonly<Record<string, string>> = { pt: "pt-PT" };

function loadTexts(locale: Locale): Texts {
  const messages = new Map<string, IntlMessageFormat>();
  const formats = formatLocales[locale] ?? locale;
  for (const [key, message] of Object.entries(readMessages(locale))) {
    messages.set(key, new IntlMessageFormat(message, formats));
  }
  const messageOf = (key: TextKey) => {
    const message = messages.get(key);
    assert(message !== undefined, `text ${key} is missing in ${locale}`);
    return message;
  };
  const dates = new Intl.DateTimeFormat(formats, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return {
    locale,
    plain: (key, values) => String(messageOf(key).format(values)),
    rich: (key, values) => html`${messageOf(key).formatToParts<Html>(values).map(partMarkup)}`,
    amount: (amountMinor, currencyCode) => formatAmount(amountMinor, currencyOf(currencyCode), formats),
    dateTime: (rfc3339) => `${dates.format(new Date(rfc3339))} UTC`,
  };
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
