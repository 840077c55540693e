import type { HostedPages, PaymentMethodType, Purchase } from "../contract.ts";

type MollieMethod = {
  /** Mollie's name of it. */
  readonly id: string;
  readonly currencies: ReadonlySet<string>;
  /** Whether it can hold an amount for a capture. */
  readonly capturesLater: boolean;
};

const currencies = (codes: string): ReadonlySet<string> => new Set(codes.split(" "));

/**
 * Kassa's methods at Mollie. A direct debit needs a mandate of the customer, which Mollie's page for one payment doesn't make. The
 * currencies are those of Mollie's documentation; Kassa doesn't know BGN any more.
 */
const methods: Readonly<Partial<Record<PaymentMethodType, MollieMethod>>> = {
  card: {
    id: "creditcard",
    currencies: currencies(
      "AED AUD BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS ISK JPY MXN MYR NOK NZD PHP PLN RON SEK SGD THB TWD USD ZAR",
    ),
    capturesLater: true,
  },
  wallet: {
    id: "paypal",
    currencies: currencies(
      "AUD BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD",
    ),
    capturesLater: false,
  },
  bank_transfer: { id: "banktransfer", currencies: currencies("EUR"), capturesLater: false },
};

export const hostedMethods: HostedPages["methods"] = ["card", "wallet", "bank_transfer"];

/** Mollie's name of a method; undefined if Mollie's page can't offer it. */
export const mollieMethod = (method: PaymentMethodType): string | undefined => methods[method]?.id;

/** Limits of amounts depend on the merchant's contract with Mollie, so they are settings of the account (`amountLimits`). */
export function takes(method: PaymentMethodType, { currency, captureMethod }: Purchase): boolean {
  const known = methods[method];
  if (!known?.currencies.has(currency)) return false;
  return known.capturesLater || captureMethod === "automatic";
}

/** The methods of cards. */
const singleCapture: ReadonlySet<string> = new Set(["creditcard", "applepay", "googlepay"]);

/** Whether the first capture of a payment by this method of Mollie releases the rest of the authorization. */
export const capturesOnce = (method: string | null | undefined): boolean => singleCapture.has(method ?? "");
