import type english from "../../locales/en.json";
import { assert } from "../kernel/assert.ts";
import { type Currency, findCurrency } from "../kernel/currency.ts";
import { numberLocaleOf } from "../kernel/locales.ts";
import type { Messages } from "../kernel/messages.ts";
import { type DecimalString, formatAmount } from "../kernel/money.ts";
import { rememberByKey } from "../kernel/remember.ts";
import { type Locale, messages } from "./locale.ts";

/** A key of `locales/en.json`. The other languages may lack some: the page says those texts in English. */
export type TextKey = keyof typeof english;

/** The page's texts in one language. */
export type Texts = Messages<TextKey> & {
  readonly locale: Locale;
  /** An amount of minor units in the reader's format, such as "€25.99". */
  readonly amount: (amountMinor: number, currencyCode: string) => string;
  /** A decimal number such as "12.5" as a percentage in the reader's format. */
  readonly percent: (percentage: string) => string;
  /** A decimal number in the reader's format, without separators of thousands. */
  readonly number: (decimal: DecimalString, decimals: number) => string;
  /** A formatted time in UTC, because the server doesn't know the reader's time zone. The script converts it. */
  readonly dateTime: (rfc3339: string) => string;
};

const dateFormats = new Map<Locale, Intl.DateTimeFormat>();

/**
 * The texts of a language.
 *
 * @param numbers the locale of the amounts, from `numberLocaleOf`; that of the language unless a region is known
 */
export function textsOf(locale: Locale, numbers = numberLocaleOf(locale)): Texts {
  return textsIn(locale, numbers);
}

const textsIn = rememberByKey(
  (locale: Locale, numbers: string) => `${locale} ${numbers}`,
  (locale, numbers): Texts => ({
    ...messages.in(locale),
    locale,
    // A page says some amounts several times.
    amount: rememberByKey(
      (amountMinor, currencyCode) => `${amountMinor} ${currencyCode}`,
      (amountMinor, currencyCode) => formatAmount(amountMinor, currencyOf(currencyCode), numbers),
      50,
    ),
    percent: (percentage) =>
      new Intl.NumberFormat(numbers, { style: "percent", maximumFractionDigits: 2 }).format(
        `${percentage}E-2` as DecimalString,
      ),
    number: (decimal, decimals) =>
      new Intl.NumberFormat(numbers, { minimumFractionDigits: decimals, useGrouping: false }).format(decimal),
    // Many sessions end in the same minute.
    dateTime: rememberByKey(
      (rfc3339) => String(Math.floor(Date.parse(rfc3339) / 60_000)),
      (rfc3339) => inUtc(dateFormatOf(locale).formatToParts(new Date(rfc3339))),
      50,
    ),
  }),
);

const timeParts: readonly Intl.DateTimeFormatPartTypes[] = ["hour", "minute", "dayPeriod"];

/** The time zone stands behind the time, which in Vietnamese comes before the date and in Basque within brackets. */
function inUtc(parts: readonly Intl.DateTimeFormatPart[]): string {
  const last = parts.findLastIndex(({ type }) => timeParts.includes(type));
  return parts.map(({ value }, index) => (index === last ? `${value} UTC` : value)).join("");
}

/** Creating one takes about 50 µs. */
function dateFormatOf(locale: Locale): Intl.DateTimeFormat {
  const kept = dateFormats.get(locale);
  if (kept) return kept;
  const format = new Intl.DateTimeFormat(numberLocaleOf(locale), {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  });
  dateFormats.set(locale, format);
  return format;
}

/** Sessions have supported currencies only, so an unknown one is a bug. */
function currencyOf(code: string): Currency {
  const currency = findCurrency(code);
  assert(currency !== undefined, `currency ${code} is not supported`);
  return currency;
}
