import type { Currency, CurrencyExponent } from "./currency.ts";

/** An exact decimal number as text, such as "25.99": the form in which Intl takes amounts without rounding them. */
export type DecimalString = `${number}`;

/** How the currency is shown (Intl's `currencyDisplay`). USD in en-CA is "US$", "$", "USD" and "US dollars" in this order. */
export type CurrencyDisplay = "symbol" | "narrowSymbol" | "code" | "name";

/** The most formatters in the cache: five locales with 50 currencies. Creating one takes about 15 µs. */
const FORMATTERS_KEPT = 256;

const formatters = new Map<string, Intl.NumberFormat>();

/**
 * An amount of minor units as a reader of the locale writes it: 2599 EUR is "€25.99" in en and "25,99 €" in de.
 *
 * The number of decimals is ISO's and always given to Intl, whose own data differs for 16 currencies. Digits are those
 * that CLDR gives the locale (Arabic-Indic for ar-EG, Latin for ar-AE); a tag such as `ar-u-nu-latn` overrides them.
 * The text may hold no-break spaces and direction marks, as CLDR prescribes. "$" alone is the dollar of the locale's country;
 * other dollars have their country's letters. Swiss digits are grouped by ’, which CLDR's older versions write as '.
 *
 * @param amountMinor a safe integer or a bigint; refunds and ledger entries may be negative
 * @param locale a well-formed BCP 47 tag
 * @throws RangeError on a number that is no safe integer and on a malformed tag, both bugs of the caller
 */
export function formatAmount(
  amountMinor: number | bigint,
  currency: Currency,
  locale: string,
  options: { display?: CurrencyDisplay } = {},
): string {
  const display = options.display ?? "symbol";
  const formatter = findFormatter(currency, locale, display);
  const text = formatter.format(toDecimalString(amountMinor, currency.exponent)).replaceAll("'", "’");
  return holdSymbolTogether(display === "symbol" ? nameDollar(text, currency, locale) : text);
}

/** Where people pay in US dollars, so that "$" means these. */
const usDollarRegions: ReadonlySet<string> = new Set(
  "AS BQ EC FM GU IO MH MP PR PW SV TC TL UM US VG VI".split(" "),
);

/**
 * Says whose dollar it is. CLDR writes a bare "$" for US dollars in 33 of the payment page's languages, such as German, and for New
 * Taiwan dollars in Chinese, where others read it as their own. For any other dollar it does so only where people pay in it.
 */
function nameDollar(text: string, { code }: Currency, locale: string): string {
  if (code === "TWD") return text.replace(/(?<!\p{L})\$/u, "NT$$");
  if (code !== "USD" || /\p{L}\s?\$|\$\s?\p{L}/u.test(text)) return text;
  const { region } = new Intl.Locale(locale).maximize();
  return region !== undefined && usDollarRegions.has(region) ? text : text.replace("$", "US$$");
}

/** At the end of a right-to-left text, "US$" would be shown as "$US". A mark after the sign prevents that. */
function holdSymbolTogether(text: string): string {
  return /\u200f.*[A-Z]\p{Sc}$/u.test(text) ? `${text}\u200e` : text;
}

/**
 * An amount of minor units as a decimal number in major units: (2599, 2) is "25.99", (-5, 2) is "-0.05", (7, 0) is "7".
 *
 * Digits are moved as text, never divided, so it is exact for any bigint.
 *
 * @throws RangeError on a number that is no safe integer: such an amount has already lost its last digits
 */
export function toDecimalString(amountMinor: number | bigint, exponent: CurrencyExponent): DecimalString {
  if (typeof amountMinor === "number" && !Number.isSafeInteger(amountMinor)) {
    throw new RangeError(`An amount must be a safe integer of minor units, got ${amountMinor}.`);
  }
  const negative = amountMinor < 0;
  const digits = String(amountMinor).slice(negative ? 1 : 0);
  const padded = digits.padStart(exponent + 1, "0");
  const whole = padded.slice(0, padded.length - exponent);
  const fraction = exponent === 0 ? "" : `.${padded.slice(-exponent)}`;
  return `${negative ? "-" : ""}${whole}${fraction}` as DecimalString;
}

/**
 * The minor units of an amount in major units, its whole part and its decimals given as digits: ("25", "9", 2) is 2590.
 * Undefined if it has more decimals than the currency or isn't a safe integer.
 */
export function toMinorUnits(
  whole: string,
  fraction: string,
  exponent: CurrencyExponent,
): number | undefined {
  if (fraction.length > exponent) return undefined;
  const amount = Number(whole + fraction.padEnd(exponent, "0"));
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/** Bounded because a locale can come from a request. The oldest formatter is dropped first. */
function findFormatter(currency: Currency, locale: string, display: CurrencyDisplay): Intl.NumberFormat {
  const key = `${locale} ${currency.code} ${display}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const formatter = new Intl.NumberFormat(locale, {
    style: "currency",
    currency: currency.code,
    currencyDisplay: display,
    minimumFractionDigits: currency.exponent,
    maximumFractionDigits: currency.exponent,
  });
  if (formatters.size >= FORMATTERS_KEPT) {
    const oldest = formatters.keys().next().value;
    if (oldest !== undefined) formatters.delete(oldest);
  }
  formatters.set(key, formatter);
  return formatter;
}
