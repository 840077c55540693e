import { findCurrency } from "../../kernel/currency.ts";

/**
 * Stripe's units differ from the currency's own for a few currencies (docs.stripe.com/currencies#special-cases, read 2026-11-24): it
 * counts ISK and UGX in hundredths although they have no decimals, and MGA in whole units.
 */
const stripeDecimals: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };

/** An amount in Stripe's units, from one in minor units; undefined if Stripe can't take exactly this amount. */
export function toStripeAmount(amount: number, currency: string): number | undefined {
  const shift = shiftOf(currency);
  const scaled = shift >= 0 ? amount * 10 ** shift : amount / 10 ** -shift;
  if (!Number.isSafeInteger(scaled)) return undefined;
  // Of three decimals, the last has to be zero.
  return decimalsOf(currency) === 3 && scaled % 10 !== 0 ? undefined : scaled;
}

/** An amount in minor units, from one in Stripe's; undefined if it isn't a whole number of them. */
export function fromStripeAmount(amount: number, currency: string): number | undefined {
  const shift = shiftOf(currency);
  const scaled = shift >= 0 ? amount / 10 ** shift : amount * 10 ** -shift;
  return Number.isSafeInteger(scaled) ? scaled : undefined;
}

const decimalsOf = (currency: string): number => findCurrency(currency)?.exponent ?? 2;

/** By how many decimals Stripe's amounts are longer than Kassa's. */
const shiftOf = (currency: string): number =>
  (stripeDecimals[currency] ?? decimalsOf(currency)) - decimalsOf(currency);
