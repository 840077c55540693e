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
      const account = route.account.id;
      try {
        const imported =
          (await importAccount(deps, route, shouldContinue)) ??
          (await importNextReports(deps, route, shouldContinue));
        if (imported) imports.push(imported);
      } catch (error) {
        deps.log.error({ err: error, account }, "settlements couldn't be imported");
        imports.push({
          connectorAccount: account,
          isComplete: false,
          lacks: null,
          stored: 0,
          exceptions: 0,
          matchedLater: 0,
        });
      }
    }
  }
  return imports;
}
