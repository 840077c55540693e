import { CODES_BY_EXPONENT } from "./currency-data.ts";

/** How many decimal places ISO 4217 gives a currency: 1 EUR is 10^2 minor units, 1 JPY is 10^0. */
export type CurrencyExponent = 0 | 2 | 3 | 4;

/** A currency and the amounts a session may ask for in it; both limits are inclusive and in minor units. */
export type Currency = {
  readonly code: string;
  readonly exponent: CurrencyExponent;
  readonly minimumAmount: number;
  readonly maximumAmount: number;
};

/** The smallest default amount of every currency: one minor unit. The PSP decides which amounts are too small to charge. */
export const DEFAULT_MINIMUM_AMOUNT = 1;

/**
 * The largest default amount of every currency: twelve digits of minor units, whatever the exponent.
 *
 * That is what a card authorization can carry (ISO 8583, field 4, "amount, transaction", n12). It stops a runaway
 * amount of USD (9,999,999,999.99) and still leaves room for a house priced in VND or IRR, which a limit in major
 * units does not. Far below 2^53 - 1, so sums of a session's line items stay exact too.
 */
export const DEFAULT_MAXIMUM_AMOUNT = 999_999_999_999;

const currencies = buildCurrencies();

/** Every supported currency by its upper-case code, in alphabetical order. */
export function listCurrencies(): readonly Currency[] {
  return [...currencies.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
}

/**
 * Finds an active ISO 4217 currency by its alphabetic code, in any case.
 *
 * The common upper-case code costs one map probe and no allocation. Only ASCII letters are folded: Unicode folding
 * would take "uſd" (with a long s) for USD.
 */
export function findCurrency(code: string): Currency | undefined {
  const exact = currencies.get(code);
  if (exact !== undefined) return exact;
  return /^[A-Za-z]{3}$/.test(code) ? currencies.get(code.toUpperCase()) : undefined;
}

/**
 * The same currency with other limits, for an operator's or a tenant's own settings.
 *
 * @throws RangeError when a limit is not a positive safe integer or the minimum exceeds the maximum; settings are
 * checked when they are stored, so this is a bug and not a bad request.
 */
export function withAmountLimits(
  currency: Currency,
  limits: { minimumAmount?: number; maximumAmount?: number },
): Currency {
  const limited = { ...currency, ...limits };
  const { minimumAmount, maximumAmount } = limited;
  const sane = Number.isSafeInteger(minimumAmount) && Number.isSafeInteger(maximumAmount);
  if (!sane || minimumAmount < 1 || minimumAmount > maximumAmount) {
    throw new RangeError(
      `Limits of ${currency.code} must be 1 <= minimum <= maximum, got ${minimumAmount} and ${maximumAmount}.`,
    );
  }
  return limited;
}

function buildCurrencies(): Map<string, Currency> {
  const byCode = new Map<string, Currency>();
  for (const exponent of [0, 2, 3, 4] as const) {
    for (const code of CODES_BY_EXPONENT[exponent].split(/\s+/)) {
      byCode.set(
        code,
        Object.freeze({
          code,
          exponent,
          minimumAmount: DEFAULT_MINIMUM_AMOUNT,
          maximumAmount: DEFAULT_MAXIMUM_AMOUNT,
        }),
      );
    }
  }
  return byCode;
}
