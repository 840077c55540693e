import type { PspClients } from "../connectors/psp-client.ts";
import { makeAccountStore } from "./account-store.ts";
import type { ConnectorAccountDeps } from "./deps.ts";
import { connectorAccountRoutes } from "./routes.ts";

type Core = Omit<ConnectorAccountDeps, "psps">;

type Keys = {
  readonly epoch: number | undefined;
  knowsTenant(tenantId: number, mayAsk: () => boolean): Promise<boolean>;
};

/** @param keys the cache whose epoch also counts changes of connector accounts */
export function makeConnectorAccounts(core: Core, psps: PspClients, keys: Keys) {
  const { database, keyring, nowMs, publicUrl } = core;
  const deps: ConnectorAccountDeps = { database, keyring, nowMs, publicUrl, psps };
  return {
    apiRoutes: [connectorAccountRoutes(deps)],
    store: makeAccountStore({
      database,
      keyring,
      epoch: () => keys.epoch,
      knowsTenant: (tenantId) => keys.knowsTenant(tenantId, () => false),
    }),
  };
}
