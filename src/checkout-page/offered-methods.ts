import { accountRefusal } from "../connectors/account-refusal.ts";
import type { PaymentMethodType } from "../connectors/contract.ts";
import { methodsAt } from "../connectors/offer.ts";
import { orderRoutes } from "../connectors/order-routes.ts";
import { rememberWith } from "../kernel/remember.ts";
import type { Checkout } from "./read-checkout.ts";
import type { Offer } from "./view-model.ts";

/**
 * The payment methods of a session: those that the tenant's accounts, or the one that it names, take for it, limited to the merchant's choice and in
 * the merchant's order. Each is paid at the first account that takes it.
 */
export const offerOf = rememberWith(({ session, routes, country }: Checkout): Offer => {
  const providers = new Map<PaymentMethodType, string | null>();
  const brands = new Map<PaymentMethodType, string>();
  let cardBrands: Offer["cardBrands"] = [];
  const { amount, currency } = session;
  const purchase = { amount, currency, captureMethod: session.details.captureMethod, country };
  const usable = routes.filter(
    (route) => accountRefusal(route, session.details.connectorAccount) === undefined,
  );
  for (const route of orderRoutes(usable, session.id)) {
    const { title, hosted, direct } = route.connector;
    for (const method of methodsAt(route, purchase)) {
      if (providers.has(method)) continue;
      providers.set(method, route.page === "hosted" ? title : null);
      const brand = route.page === "hosted" ? hosted?.brands?.[method] : undefined;
      if (brand !== undefined) brands.set(method, brand);
      if (method === "card") cardBrands = (route.page === "hosted" ? hosted : direct)?.cardBrands ?? [];
    }
  }
  const methods = session.details.paymentMethods ?? [...providers.keys()];
  return { methods: methods.filter((method) => providers.has(method)), providers, brands, cardBrands };
});
