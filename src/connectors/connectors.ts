import type { Connector } from "./contract.ts";
import type { PspClients } from "./psp-client.ts";
import { createStripeConnector } from "./stripe/connector.ts";

/** The connectors to real PSPs. */
export const connectorsTo = (psps: PspClients): readonly Connector[] => [createStripeConnector(psps)];
