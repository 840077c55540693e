import { asciiDigits } from "../kernel/ascii-digits.ts";
import { findCurrency } from "../kernel/currency.ts";
import { toMinorUnits } from "../kernel/money.ts";
import type { Charge } from "./charge.ts";

/** More than anybody transfers at once, and little enough to be added up: 9,999,999,999.99 EUR. */
const amountMax = 999_999_999_999;

/**
 * The amount that a consumer typed at the simulated bank, in minor units: "12.50", "12,50", in any script's digits.
 * Undefined when it can't be one of the charge's currency, or is nothing, or is more than a bank would send.
 */
export function parseAmount(typed: string, { amount, currency }: Pick<Charge, "amount" | "currency">) {
  const exponent = findCurrency(currency)?.exponent;
  const parts = /^(\d{1,16})(?:[.,٫](\d{1,4}))?$/.exec(asciiDigits(typed).trim());
  if (!parts || exponent === undefined) return undefined;
  const minor = toMinorUnits(parts[1] ?? "", parts[2] ?? "", exponent);
  if (minor === undefined || minor === 0) return undefined;
  return minor <= Math.max(amount, amountMax) ? minor : undefined;
}
