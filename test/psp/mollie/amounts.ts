import { unprocessable } from "./errors.ts";

/** An amount as the API takes and gives it: a decimal with as many places as its currency has. */
export type Amount = { readonly currency: string; readonly value: string };

/** The currencies of Mollie's list, by decimal places. It has none with three. */
const decimalPlaces: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    "AED AUD BGN BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS MXN MYR NOK NZD PHP PLN RON SEK SGD THB TWD USD ZAR"
      .split(" ")
      .map((currency) => [currency, 2]),
  ),
  ISK: 0,
  JPY: 0,
};

export function toAmount(minor: number, currency: string): Amount {
  const places = decimalPlaces[currency] ?? 2;
  return { currency, value: (minor / 10 ** places).toFixed(places) };
}

/** @returns minor units @throws ApiError for a value with other decimal places, or another currency than `expected` */
export function readAmount(given: unknown, missing: string, expected?: string): Money {
  const { currency, value } = (given ?? {}) as Partial<Record<keyof Amount, unknown>>;
  if (currency === undefined && value === undefined) throw unprocessable(missing, "amount");
  const places = typeof currency === "string" ? decimalPlaces[currency] : undefined;
  if (places === undefined || typeof currency !== "string")
    throw unprocessable("The amount contains an invalid currency", "amount.currency");
  if (expected !== undefined && currency !== expected)
    throw unprocessable("The amount contains an invalid currency", "amount.currency");
  const pattern = places === 0 ? /^\d+$/ : new RegExp(`^\\d+\\.\\d{${places}}$`);
  if (typeof value !== "string" || !pattern.test(value) || Number(value) === 0)
    throw unprocessable("The amount contains an invalid value", "amount.value");
  return { minor: Number(value.replace(".", "")), currency };
}

export type Money = { readonly minor: number; readonly currency: string };
