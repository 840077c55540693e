import { ApiError, unprocessable } from "./errors.ts";

/** An amount as the API takes and gives it: a decimal in the currency's main unit. */
export type Money = { readonly currency_code: string; readonly value: string };

/** PayPal's list of currencies (developer.paypal.com/reference/currency-codes), less those for accounts of one country. */
const supported = new Set(
  "AUD CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY MXN NOK NZD PHP PLN SEK SGD THB TWD USD".split(" "),
);

/** PayPal knows no decimals of these. ISO 4217 gives two to HUF and TWD. */
const withoutDecimals = new Set(["HUF", "JPY", "TWD"]);

const isoCurrencies = new Set(Intl.supportedValuesOf("currency"));

export function decimalsOf(currency: string): 0 | 2 {
  return withoutDecimals.has(currency) ? 0 : 2;
}

export function toMoney(minor: number, currency: string): Money {
  const places = decimalsOf(currency);
  return { currency_code: currency, value: (minor / 10 ** places).toFixed(places) };
}

/** @throws ApiError for a currency that doesn't exist, or that PayPal doesn't process */
export function checkCurrency(currency: string, field: string): void {
  if (supported.has(currency)) return;
  const issue = isoCurrencies.has(currency) ? "CURRENCY_NOT_SUPPORTED" : "INVALID_CURRENCY_CODE";
  throw unprocessable(issue, { field, value: currency });
}

export type ReadOptions = {
  /** Where the amount stands in the body, as a JSON pointer. */
  readonly field: string;
  /** How the operation calls decimals of a currency that has none. */
  readonly decimalsIssue: "DECIMAL_PRECISION" | "DECIMALS_NOT_SUPPORTED";
  readonly allowZero?: boolean;
};

/** @returns minor units @throws ApiError for an unsupported currency, other decimals, or an amount that isn't positive */
export function readMoney({ currency_code, value }: Money, options: ReadOptions): number {
  const { field, decimalsIssue, allowZero = false } = options;
  checkCurrency(currency_code, `${field}/currency_code`);
  const at = { field: `${field}/value`, value };
  const [, whole = "0", decimals = ""] = /^(-?\d*)(?:\.(\d+))?$/.exec(value) ?? [];
  const places = decimalsOf(currency_code);
  if (decimals.length > places) throw unprocessable(places === 0 ? decimalsIssue : "DECIMAL_PRECISION", at);
  const minor = Number(`${whole}${decimals.padEnd(places, "0")}`);
  if (minor < 0) throw unprocessable(allowZero ? "CANNOT_BE_NEGATIVE" : "CANNOT_BE_ZERO_OR_NEGATIVE", at);
  if (minor === 0 && !allowZero) throw unprocessable("CANNOT_BE_ZERO_OR_NEGATIVE", at);
  if (!Number.isSafeInteger(minor))
    throw new ApiError(422, "UNPROCESSABLE_ENTITY", [{ issue: "MAX_VALUE_EXCEEDED", ...at }]);
  return minor;
}
