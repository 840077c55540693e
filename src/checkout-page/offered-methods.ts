import type { PaymentMethodType } from "../connectors/contract.ts";
import type { ConnectorRegistry } from "../connectors/registry.ts";
import type { Checkout } from "./read-checkout.ts";

/** What a session can be paid with: what its PSP can do, of that what the merchant wants, in the merchant's order. */
export function offeredMethods(
  connectors: ConnectorRegistry,
  { scope, session }: Checkout,
): readonly PaymentMethodType[] {
  const methods = connectors.connectorFor(scope)?.connector.methods ?? [];
  return session.details.paymentMethods?.filter((method) => methods.includes(method)) ?? methods;
}
