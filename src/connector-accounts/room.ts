import type { PspClients } from "../connectors/psp-client.ts";
import type { ConnectorAccountDeps } from "./deps.ts";
import { connectorAccountRoutes } from "./routes.ts";

type Core = Omit<ConnectorAccountDeps, "psps">;

export function makeConnectorAccounts(core: Core, psps: PspClients) {
  const { database, keyring, nowMs, publicUrl } = core;
  const deps: ConnectorAccountDeps = { database, keyring, nowMs, publicUrl, psps };
  return { apiRoutes: [connectorAccountRoutes(deps)] };
}
