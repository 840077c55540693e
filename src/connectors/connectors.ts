import type { Connector } from "./contract.ts";
import type { PspClients } from "./psp-client.ts";

/** The connectors to real PSPs. */
export const connectorsTo = (_psps: PspClients): readonly Connector[] => [];
