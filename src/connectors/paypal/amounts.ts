import { findCurrency } from "../../kernel/currency.ts";
import { toDecimalString, toMinorUnits } from "../../kernel/money.ts";
import type { WireMoney } from "./wire.ts";

/** An amount of minor units. */
export type Money = { readonly amount: number; readonly currency: string };

/**
 * PayPal takes no decimals of these currencies (developer.paypal.com/reference/currency-codes, read 2026-11-25). ISO 4217, and so Kassa, gives
 * two to HUF and TWD.
 */
const withoutDecimals: ReadonlySet<string> = new Set(["HUF", "JPY", "TWD"]);

/** An amount as PayPal takes it: 10.00 for EUR, 100 for HUF. Undefined if PayPal can't take exactly this amount. */
export function toPayPal({ amount, currency }: Money): WireMoney | undefined {
  const exponent = findCurrency(currency)?.exponent;
  if (exponent === undefined || exponent > 2) return undefined;
  const value = toDecimalString(amount, exponent);
  const [whole = "", decimals = ""] = value.split(".");
  if (!withoutDecimals.has(currency)) return { currency_code: currency, value };
  return /^0*$/.test(decimals) ? { currency_code: currency, value: whole } : undefined;
}

/** Undefined for a value that isn't an exact amount of a known currency: it then has no meaning for Kassa. */
export function fromPayPal({ currency_code: currency, value }: WireMoney): Money | undefined {
  const exponent = findCurrency(currency)?.exponent;
  const [, whole, fraction = ""] = /^(\d{1,20})(?:\.(\d{1,4}))?$/.exec(value) ?? [];
  if (exponent === undefined || whole === undefined) return undefined;
  const amount = toMinorUnits(whole, fraction.replace(/0+$/, ""), exponent);
  return amount === undefined ? undefined : { amount, currency };
}

/** The same for an amount that may be negative, as in the reports. */
export function fromPayPalSigned({ currency_code, value }: WireMoney): Money | undefined {
  const isNegative = value.startsWith("-");
  const money = fromPayPal({ currency_code, value: isNegative ? value.slice(1) : value });
  return money && isNegative ? { ...money, amount: 0 - money.amount } : money;
}
