import type { ConnectorAccount } from "../connectors/connector-account.ts";
import type { ConnectorRoute } from "../connectors/registry.ts";
import type { TenantScope } from "../database/transaction.ts";
import type { SettlementDeps } from "./deps.ts";
import { type AccountImport, importAccount } from "./import-account.ts";
import { importNextReports } from "./import-next-reports.ts";

/** Imports the settlements of all accounts of some tenants. One that fails keeps no other from being imported. */
export async function importSettlements(
  deps: SettlementDeps,
  scopes: readonly TenantScope[],
  shouldContinue: () => boolean = () => true,
): Promise<AccountImport[]> {
  const imports: AccountImport[] = [];
  for (const scope of scopes) {
    for (const route of await deps.connectors.allRoutes(scope)) {
      if (!shouldContinue()) return imports;
      const imported = await importRoute(deps, route, shouldContinue);
      if (imported) imports.push(imported);
    }
  }
  return imports;
}

/** Imports the reports of accounts for which PSPs have announced some. */
export async function importAnnounced(
  deps: SettlementDeps,
  accounts: readonly ConnectorAccount[],
  shouldContinue: () => boolean,
): Promise<void> {
  for (const account of accounts) {
    // Not the route of the notification: the account may have other credentials by now.
    const route = await deps.connectors.routeForAccount(account, account.id);
    if (!shouldContinue()) return;
    if (!route) continue;
    const imported = await importRoute(deps, route, shouldContinue);
    if (imported?.lacks)
      deps.log.warn({ account: account.id, detail: imported.lacks }, "an announced report waits");
  }
}

async function importRoute(
  deps: SettlementDeps,
  route: ConnectorRoute,
  shouldContinue: () => boolean,
): Promise<AccountImport | undefined> {
  const account = route.account.id;
  try {
    return (
      (await importAccount(deps, route, shouldContinue)) ??
      (await importNextReports(deps, route, shouldContinue))
    );
  } catch (error) {
    deps.log.error({ err: error, account }, "settlements couldn't be imported");
    const nothing = { stored: 0, exceptions: 0, matchedLater: 0 };
    return { connectorAccount: account, isComplete: false, lacks: null, ...nothing };
  }
}
