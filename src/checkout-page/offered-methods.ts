import type { ConnectorRegistry } from "../connectors/registry.ts";
import { canPay } from "../kernel/payment-method.ts";
import type { Checkout } from "./read-checkout.ts";
import type { Offer } from "./view-model.ts";

/**
 * The payment methods of a session: those that its PSP supports for its currency, limited to the merchant's choice and in
 * the merchant's order.
 */
export function offerOf(connectors: ConnectorRegistry, { scope, session }: Checkout): Offer {
  const route = connectors.routeForNewCharges(scope);
  if (!route) return { methods: [], provider: null };
  const { connector, page } = route;
  const known = page === "hosted" ? (connector.hosted?.methods ?? []) : connector.methods;
  const { currency } = session;
  const { captureMethod, paymentMethods } = session.details;
  const methods = known.filter((method) => canPay(method, { currency, captureMethod }));
  return {
    methods: paymentMethods?.filter((method) => methods.includes(method)) ?? methods,
    provider: page === "hosted" ? connector.title : null,
  };
}
