import type { PaymentMethodType } from "../connectors/contract.ts";
import type { ConnectorRegistry } from "../connectors/registry.ts";
import { canPay } from "../kernel/payment-method.ts";
import type { Checkout } from "./read-checkout.ts";

/**
 * The payment methods of a session: those that its PSP supports for its currency, limited to the merchant's choice and in
 * the merchant's order.
 */
export function offeredMethods(
  connectors: ConnectorRegistry,
  { scope, session }: Checkout,
): readonly PaymentMethodType[] {
  const known = connectors.routeForNewCharges(scope)?.connector.methods ?? [];
  const { currency } = session;
  const { captureMethod, paymentMethods } = session.details;
  const methods = known.filter((method) => canPay(method, { currency, captureMethod }));
  return paymentMethods?.filter((method) => methods.includes(method)) ?? methods;
}
