import { findCurrency } from "../kernel/currency.ts";
import { toDecimalString } from "../kernel/money.ts";

/** An amount of minor units for people: 2599 and "EUR" are "25.99 EUR". An unknown currency's amount stays in minor units. */
export function amountText(amountMinor: number | bigint, code: string): string {
  const currency = findCurrency(code);
  return currency ? `${toDecimalString(amountMinor, currency.exponent)} ${code}` : `${amountMinor} ${code}`;
}
