import { asciiDigits } from "../kernel/ascii-digits.ts";
import { findCurrency } from "../kernel/currency.ts";
import { toMinorUnits } from "../kernel/money.ts";
import type { Charge } from "./charge.ts";

/** 9,999,999,999.99 EUR: more than any real transfer, and small enough that sums stay safe integers. */
const amountMax = 999_999_999_999;

/**
 * The amount that the customer typed at the simulated bank, in minor units: "12.50", "12,50", in any script's digits.
 * Undefined if it isn't a valid amount of the charge's currency, is zero, or exceeds both `amountMax` and the charge.
 */
export function parseAmount(typed: string, { amount, currency }: Pick<Charge, "amount" | "currency">) {
  const exponent = findCurrency(currency)?.exponent;
  const parts = /^(\d{1,16})(?:[.,٫](\d{1,4}))?$/.exec(asciiDigits(typed).trim());
  if (!parts || exponent === undefined) return undefined;
  const minor = toMinorUnits(parts[1] ?? "", parts[2] ?? "", exponent);
  if (minor === undefined || minor === 0) return undefined;
  return minor <= Math.max(amount, amountMax) ? minor : undefined;
}
