import type { AmountLimits } from "../kernel/amount-limits.ts";
import { methodRules } from "../kernel/payment-method.ts";
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

/** Why an account isn't used for a method of a purchase, by what a merchant can look up or change. */
export const offerRefusals = [
  "currency_excluded",
  "country_unknown",
  "country_excluded",
  "amount_excluded",
  "method_excluded",
  "method_unavailable",
  "currency_unavailable",
  "later_capture_unavailable",
  "unavailable_at_psp",
] as const;
export type OfferRefusal = (typeof offerRefusals)[number];

/** The methods with which a purchase can be paid at an account, in the PSP's order. */
export const methodsAt = (offering: Offering, purchase: LocatedPurchase): PaymentMethodType[] =>
  methodsOf(offering).filter((method) => refusalOf(offering, method, purchase) === undefined);

/** Why a purchase can't be paid with a method at an account; undefined if it can. */
export function refusalOf(
  offering: Offering,
  method: PaymentMethodType,
  purchase: LocatedPurchase,
): OfferRefusal | undefined {
  return (
    refusalOfPurchase(offering.offer, purchase) ??
    refusalOfMethod(offering, method) ??
    refusalOfPsp(offering, method, purchase)
  );
}

/** The methods that the PSP has on the account's page. */
const methodsOf = ({ connector: { hosted, direct }, page }: Offering): readonly PaymentMethodType[] =>
  (page === "hosted" ? hosted?.methods : direct?.methods) ?? [];

/** An account for certain countries isn't used for customers whose country isn't known. */
function refusalOfPurchase(
  { currencies, countries, amountLimits }: Offer,
  { amount, currency, country }: LocatedPurchase,
): OfferRefusal | undefined {
  if (currencies && !currencies.includes(currency)) return "currency_excluded";
  if (countries && country === null) return "country_unknown";
  if (countries && country !== null && !countries.includes(country)) return "country_excluded";
  const limit = amountLimits && Object.hasOwn(amountLimits, currency) ? amountLimits[currency] : undefined;
  const fits = amount >= (limit?.minimum ?? 0) && amount <= (limit?.maximum ?? Number.POSITIVE_INFINITY);
  return fits ? undefined : "amount_excluded";
}

function refusalOfMethod(offering: Offering, method: PaymentMethodType): OfferRefusal | undefined {
  if (!methodsOf(offering).includes(method)) return "method_unavailable";
  return (offering.offer.methods?.includes(method) ?? true) ? undefined : "method_excluded";
}

function refusalOfPsp(
  { connector, account, page }: Offering,
  method: PaymentMethodType,
  purchase: LocatedPurchase,
): OfferRefusal | undefined {
  const { currencies, capturesLater } = methodRules[method];
  if (currencies && !currencies.includes(purchase.currency)) return "currency_unavailable";
  const capture = connector.capabilities(account.settings)[method]?.capture ?? "at_once";
  if (purchase.captureMethod === "manual" && (!capturesLater || capture === "at_once"))
    return "later_capture_unavailable";
  const takes = page === "own" || (connector.hosted?.takes?.(method, purchase) ?? true);
  return takes ? undefined : "unavailable_at_psp";
}
