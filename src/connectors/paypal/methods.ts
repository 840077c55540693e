import type { HostedPages, PaymentMethodType, Purchase } from "../contract.ts";
import { toPayPal } from "./amounts.ts";

/**
 * The currencies in which accounts of every country take payments (developer.paypal.com/reference/currency-codes, read 2026-11-25). BRL,
 * CNY and MYR are for accounts of one country each.
 */
export const currencies: ReadonlySet<string> = new Set(
  "AUD CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY MXN NOK NZD PHP PLN SEK SGD THB TWD USD".split(" "),
);

export const hostedMethods: HostedPages["methods"] = ["wallet"];

/** An amount in a currency without decimals at PayPal has to be a whole one. */
export const takes = (method: PaymentMethodType, { amount, currency }: Purchase): boolean =>
  hostedMethods.includes(method) && currencies.has(currency) && toPayPal({ amount, currency }) !== undefined;
