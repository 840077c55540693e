import type { HostedPages, PaymentMethodType, Purchase } from "../contract.ts";
import { toAdyen } from "./amounts.ts";

type AdyenMethod = {
  /** Adyen's type of it. */
  readonly type: string;
  /** Null for all of Adyen's. */
  readonly currencies: ReadonlySet<string> | null;
};

/** Kassa's methods at Adyen. PayPal is without those currencies that have no decimals at PayPal but have them at Adyen. */
const methods: Readonly<Partial<Record<PaymentMethodType, AdyenMethod>>> = {
  card: { type: "scheme", currencies: null },
  wallet: {
    type: "paypal",
    currencies: new Set(
      "AUD BRL CAD CHF CZK DKK EUR GBP HKD ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB USD".split(" "),
    ),
  },
};

export const hostedMethods: HostedPages["methods"] = ["card", "wallet"];

/** Adyen's type of a method; undefined if the page can't offer it. */
export const adyenMethod = (method: PaymentMethodType): string | undefined => methods[method]?.type;

/** An amount that Adyen can't charge exactly isn't offered. Both methods can be captured later. */
export function takes(method: PaymentMethodType, { amount, currency }: Purchase): boolean {
  const known = methods[method];
  if (!known || (known.currencies && !known.currencies.has(currency))) return false;
  return toAdyen({ amount, currency }) !== undefined;
}
