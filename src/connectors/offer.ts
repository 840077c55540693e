import type { AmountLimits } from "../kernel/amount-limits.ts";
import { canPay } from "../kernel/payment-method.ts";
import type { MethodCapabilities } from "./capabilities.ts";
import type { ConnectorAccount } from "./connector-account.ts";
import type { Connector, PaymentMethodType, Purchase } from "./contract.ts";

/** For which payments an account may be used. Null for all that the PSP takes. */
export type Offer = {
  readonly methods: readonly PaymentMethodType[] | null;
  readonly currencies: readonly string[] | null;
  /** ISO 3166 codes of customers' countries. */
  readonly countries: readonly string[] | null;
  readonly amountLimits: AmountLimits | null;
};

export const unrestricted: Offer = { methods: null, currencies: null, countries: null, amountLimits: null };

/** A purchase, and the country that the customer is in; null if it isn't known. */
export type LocatedPurchase = Purchase & { readonly country: string | null };

/** An account, what it may be used for, and on whose page its customers enter the details. */
type Offering = {
  readonly connector: Connector;
  readonly account: Pick<ConnectorAccount, "settings">;
  readonly page: "own" | "hosted";
  readonly offer: Offer;
};

/** The methods with which a purchase can be paid at an account, in the PSP's order. */
export function methodsAt(
  { connector, account, page, offer }: Offering,
  purchase: LocatedPurchase,
): PaymentMethodType[] {
  if (!suits(offer, purchase)) return [];
  const { hosted, direct } = connector;
  const capabilities = connector.capabilities(account.settings);
  const known = page === "hosted" ? hosted?.methods : direct?.methods;
  return (known ?? []).filter(
    (method) =>
      (offer.methods?.includes(method) ?? true) &&
      canPay(method, purchase) &&
      (purchase.captureMethod === "automatic" || capturesLater(capabilities[method])) &&
      (page === "own" || (hosted?.takes?.(method, purchase) ?? true)),
  );
}

const capturesLater = (method: MethodCapabilities | undefined): boolean =>
  (method?.capture ?? "at_once") !== "at_once";

/** An account for certain countries isn't used for customers whose country isn't known. */
function suits({ currencies, countries, amountLimits }: Offer, purchase: LocatedPurchase): boolean {
  const { amount, currency, country } = purchase;
  if (currencies && !currencies.includes(currency)) return false;
  if (countries && (country === null || !countries.includes(country))) return false;
  const limit = amountLimits && Object.hasOwn(amountLimits, currency) ? amountLimits[currency] : undefined;
  return amount >= (limit?.minimum ?? 0) && amount <= (limit?.maximum ?? Number.POSITIVE_INFINITY);
}
