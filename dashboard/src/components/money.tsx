import { currentLocale } from "../texts/texts.ts";
import { digitsOf } from "./currency-digits.ts";

/** An amount in minor units as people write it. */
export function formatMoney(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  return new Intl.NumberFormat(currentLocale(), {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits);
}

/** Minor units of what somebody typed; undefined if it isn't an amount of the currency. */
export function parseMoney(text: string, currency: string): number | undefined {
  const digits = digitsOf(currency);
  const [, whole, fraction = ""] = /^(\d{1,12})(?:[.,](\d*))?$/.exec(text.trim().replaceAll(/\s/g, "")) ?? [];
  if (whole === undefined || fraction.length > digits) return undefined;
  return Number(whole + fraction.padEnd(digits, "0"));
}

/** What somebody would type for an amount. */
export const typedMoney = (amount: number, currency: string): string =>
  (amount / 10 ** digitsOf(currency)).toFixed(digitsOf(currency));

export function Money({ amount, currency }: { readonly amount: number; readonly currency: string }) {
  return <span className="money">{formatMoney(amount, currency)}</span>;
}
