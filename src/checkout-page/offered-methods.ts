import type { PaymentMethodType } from "../connectors/contract.ts";
import type { ConnectorRegistry } from "../connectors/registry.ts";
import { canPay } from "../kernel/payment-method.ts";
import type { Checkout } from "./read-checkout.ts";

/** The payment methods that a session offers. */
export type Offer = {
  readonly methods: readonly PaymentMethodType[];
  /** The PSP on whose own page customers pay; null if Kassa's page asks for the details. */
  readonly provider: string | null;
};

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
