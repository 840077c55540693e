import { asciiDigits } from "../../kernel/ascii-digits.ts";
import type { Currency } from "../../kernel/currency.ts";
import { toMinorUnits } from "../../kernel/money.ts";

/**
 * The minor units of an amount as a customer types it: "2,50", "2.50", "€ 1’000", "٢٫٥٠". A point or comma is the decimal separator,
 * unless it is the one that separates thousands in the customer's language and three digits follow each. Undefined if it is no amount of
 * the currency.
 *
 * @param numbers the locale of the page's amounts
 */
export function parseTypedAmount(typed: string, currency: Currency, numbers: string): number | undefined {
  const text = asciiDigits(typed)
    .replace(/[\p{Sc}\s'’]/gu, "")
    .replace(/^[A-Za-z]{3}|[A-Za-z]{3}$/, "")
    .replaceAll("٫", ".")
    .replaceAll("٬", "");
  const whole = withoutThousands(text, numbers);
  const [, digits, fraction = ""] = /^(\d{1,13})(?:[.,](\d+))?$/.exec(whole) ?? [];
  return digits === undefined ? undefined : toMinorUnits(digits, fraction, currency.exponent);
}

/** Without the separators of thousands. If a text has both separators, the last is the decimal one. */
function withoutThousands(text: string, numbers: string): string {
  const last = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  if (last < 0) return text;
  const separator = text[last] === "." ? "." : ",";
  const other = separator === "." ? "," : ".";
  if (text.includes(other)) return removeGroups(text.slice(0, last), other) + text.slice(last);
  const isGrouped = text.indexOf(separator) !== last || separator === groupSeparatorOf(numbers);
  return isGrouped ? removeGroups(text, separator) : text;
}

/** Removes separators before each three digits; leaves a text as it is whose digits aren't grouped by three. */
function removeGroups(text: string, separator: "." | ","): string {
  const grouped = separator === "." ? /^\d{1,3}(\.\d{3})*$/ : /^\d{1,3}(,\d{3})*$/;
  return grouped.test(text) ? text.replaceAll(separator, "") : text;
}

/** Languages that separate thousands by something else, or by nothing, have none here. */
function groupSeparatorOf(numbers: string): string | undefined {
  const parts = new Intl.NumberFormat(numbers, { useGrouping: true, numberingSystem: "latn" }).formatToParts(
    1_000_000,
  );
  return parts.find(({ type }) => type === "group")?.value;
}
