import { bankTransfer } from "../../connectors/bank-transfer/kind.ts";
import type { ConnectorRegistry } from "../../connectors/registry.ts";
import type { Database } from "../../database/database.ts";
import type { TenantScope } from "../../database/transaction.ts";
import { sumAccounts } from "../../ledger/account-sums.ts";
import { toApiBalance } from "./balance.ts";
import type { BalanceAccount } from "./money.ts";
import { selectImported, sumNotAvailable } from "./queries.ts";

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
  imported: ReadonlyMap<string, Date>,
): Promise<BalanceAccount> {
  const importedUntil = imported.get(connectorAccount);
  if (importedUntil) return { connectorAccount, settlements: "imported", importedUntil };
  const connector = (await connectors.routeForAccount(scope, connectorAccount))?.connector;
  const settlements =
    connector?.name === bankTransfer.name
      ? "own_bank_account"
      : connector?.settlements
        ? "not_imported_yet"
        : "not_importable";
  return { connectorAccount, settlements, importedUntil: null };
}
