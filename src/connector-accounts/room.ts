import type { PspClients } from "../connectors/psp-client.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import { makeAccountStore } from "./account-store.ts";
import type { ConnectorAccountDeps } from "./deps.ts";
import { connectorKindRoutes } from "./kinds/routes.ts";
import { connectorAccountRoutes } from "./routes.ts";

type Core = Omit<ConnectorAccountDeps, "psps">;

type Keys = {
  readonly epoch: number | undefined;
  knowsTenant(tenantId: number, mayAsk: () => boolean): Promise<boolean>;
};

/**
 * @param keys the cache whose epoch also counts changes of connector accounts
 * @param currenciesOf the only currencies that a connector's accounts can take; null for any. The epoch counts their changes, too
 */
export function makeConnectorAccounts(
  core: Core,
  psps: PspClients,
  keys: Keys,
  currenciesOf: (trx: TenantTransaction, connector: string) => Promise<readonly string[] | null>,
) {
  const { database, keyring, nowMs, publicUrl } = core;
  const deps: ConnectorAccountDeps = { database, keyring, nowMs, publicUrl, psps };
  return {
    apiRoutes: [connectorAccountRoutes(deps)],
    routes: [connectorKindRoutes],
    store: makeAccountStore({
      database,
      keyring,
      epoch: () => keys.epoch,
      currenciesOf,
      knowsTenant: (tenantId) => keys.knowsTenant(tenantId, () => false),
    }),
  };
}
