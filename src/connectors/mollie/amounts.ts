import { findCurrency } from "../../kernel/currency.ts";
import { toDecimalString, toMinorUnits } from "../../kernel/money.ts";
import type { WireAmount } from "./wire.ts";

/** An amount of minor units. */
export type Money = { readonly amount: number; readonly currency: string };

/**
 * An amount as Mollie takes it: 10.00 for EUR, 100 for JPY. Mollie's decimals are those of ISO 4217 for all of its currencies.
 *
 * @throws RangeError for a currency that Kassa doesn't know, a bug of the caller
 */
export function toMollie({ amount, currency }: Money): WireAmount {
  const known = findCurrency(currency);
  if (!known) throw new RangeError(`${currency} is no currency`);
  return { currency, value: toDecimalString(amount, known.exponent) };
}

/** Undefined for a value that isn't an exact amount of a known currency: it then has no meaning for Kassa. */
export function fromMollie({ currency, value }: WireAmount): Money | undefined {
  const exponent = findCurrency(currency)?.exponent;
  const [, whole, fraction = ""] = /^(\d{1,20})(?:\.(\d{1,4}))?$/.exec(value) ?? [];
  if (exponent === undefined || whole === undefined || fraction.length !== exponent) return undefined;
  const amount = toMinorUnits(whole, fraction, exponent);
  return amount === undefined ? undefined : { amount, currency };
}

/** The same for an amount that may be negative, as on Mollie's balances. */
export function fromMollieSigned({ currency, value }: WireAmount): Money | undefined {
  const isNegative = value.startsWith("-");
  const money = fromMollie({ currency, value: isNegative ? value.slice(1) : value });
  return money && isNegative ? { amount: 0 - money.amount, currency } : money;
}
