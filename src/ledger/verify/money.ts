import { findCurrency } from "../../kernel/currency.ts";
import { toDecimalString } from "../../kernel/money.ts";

/** "-12.50 EUR"; in minor units for a currency that ISO has withdrawn. */
export function money(amount: bigint | number, currency: string): string {
  const known = findCurrency(currency);
  return known
    ? `${toDecimalString(amount, known.exponent)} ${currency}`
    : `${amount} minor units of ${currency}`;
}
