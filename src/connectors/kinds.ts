import { adyen } from "./adyen/kind.ts";
import { bankTransfer } from "./bank-transfer/kind.ts";
import type { ConnectorKind } from "./kind.ts";
import { mollie } from "./mollie/kind.ts";
import { paypal } from "./paypal/kind.ts";
import { stripe } from "./stripe/kind.ts";

/** The kinds of connectors of which a tenant can store accounts. */
export const connectorKinds: readonly ConnectorKind[] = [stripe, mollie, paypal, adyen, bankTransfer];

export function findKind(name: string): ConnectorKind | undefined {
  return connectorKinds.find((kind) => kind.name === name);
}
