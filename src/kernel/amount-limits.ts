import { type Currency, withAmountLimits } from "./currency.ts";

/** A tenant's own limits by currency code, in minor units; null for the default. */
export type AmountLimits = Readonly<Record<string, AmountLimit>>;
export type AmountLimit = { readonly minimum: number | null; readonly maximum: number | null };

/** A currency with a tenant's own limits, if it has set any. */
export function limitCurrency(currency: Currency, limits: AmountLimits): Currency {
  const own = Object.hasOwn(limits, currency.code) ? limits[currency.code] : undefined;
  if (!own) return currency;
  return withAmountLimits(currency, {
    minimumAmount: own.minimum ?? currency.minimumAmount,
    maximumAmount: own.maximum ?? currency.maximumAmount,
  });
}
