import { bankTransfer } from "../../connectors/bank-transfer/kind.ts";
import type { ConnectorRegistry } from "../../connectors/registry.ts";
import type { Database } from "../../database/database.ts";
import type { TenantScope } from "../../database/transaction.ts";
import { sumAccounts } from "../../ledger/account-sums.ts";
import { toApiBalance } from "./balance.ts";
import type { BalanceAccount } from "./money.ts";
import { type Imported, selectImported, sumNotAvailable } from "./queries.ts";

export type BalanceDeps = {
  readonly database: Database;
  readonly connectors: Pick<ConnectorRegistry, "routeForAccount">;
};

/** A tenant's balance in a mode. */
export async function readBalance(
  { database, connectors }: BalanceDeps,
  scope: TenantScope,
): Promise<ReturnType<typeof toApiBalance>> {
  // The ledger first: a line that is committed in between makes less money available, never more.
  const [sums, notAvailable, imported] = await database.inTenant(scope, (trx) =>
    Promise.all([sumAccounts(trx), sumNotAvailable(trx), selectImported(trx)]),
  );
  const connectorAccounts = new Map<string, BalanceAccount>();
  for (const id of new Set(sums.map(({ connectorAccount }) => connectorAccount)))
    connectorAccounts.set(id, await describe(connectors, scope, id, imported));
  return toApiBalance(scope.mode, { sums, notAvailable, connectorAccounts });
}

async function describe(
  connectors: BalanceDeps["connectors"],
  scope: TenantScope,
  connectorAccount: string,
  imported: ReadonlyMap<string, Imported>,
): Promise<BalanceAccount> {
  const {
    importedUntil = null,
    completeUntil = null,
    reportsWaiting = 0,
  } = imported.get(connectorAccount) ?? {};
  const known = { connectorAccount, importedUntil, completeUntil, reportsWaiting };
  if (importedUntil) return { ...known, settlements: "imported" };
  const connector = (await connectors.routeForAccount(scope, connectorAccount))?.connector;
  if (connector?.name === bankTransfer.name) return { ...known, settlements: "own_bank_account" };
  const isImportable = connector?.settlements !== undefined || connector?.settlementReports !== undefined;
  return { ...known, settlements: isImportable ? "not_imported_yet" : "not_importable" };
}
