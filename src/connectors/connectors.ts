import type { ConnectorAccount } from "./connector-account.ts";
import type { Connector } from "./contract.ts";
import { createMollieConnector } from "./mollie/connector.ts";
import type { PspClients } from "./psp-client.ts";
import { createStripeConnector } from "./stripe/connector.ts";

/** The address at which Kassa takes the notifications about an account; null if the PSP can't reach it. */
export type NotificationUrls = (connector: string, account: ConnectorAccount) => string | null;

/** The connectors to real PSPs. */
export const connectorsTo = (psps: PspClients, notificationUrl: NotificationUrls): readonly Connector[] => [
  createStripeConnector(psps),
  createMollieConnector(psps, { notificationUrl: (account) => notificationUrl("mollie", account) }),
];
