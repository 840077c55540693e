import { listAccounts } from "../../bank-accounts/all-accounts.ts";
import { bankTransfer } from "../../connectors/bank-transfer/kind.ts";
import type { ConnectorRegistry, ConnectorRoute } from "../../connectors/registry.ts";
import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { listProgress } from "../../statement-imports/list-progress.ts";
import { endOf, lastDayOf, type Month } from "./month.ts";
import type { IncompleteImport } from "./period.ts";
import { selectActiveAccounts, selectCompleteUntil, type Times } from "./queries.ts";

/** What a tenant's accounts tell about their imports, without the database. */
export type Importers = {
  readonly connectorAccounts: readonly Importer[];
  /** Whether customers may pay into the tenant's own bank accounts. */
  readonly hasBankTransfers: boolean;
};

type Importer = {
  readonly id: string;
  readonly title: string;
  readonly kind: "lists" | "reports";
  /** `delayMs` of the connector's settlements. */
  readonly delayMs: number;
  readonly isEnabled: boolean;
};

/** To be called outside of a transaction: reads the accounts whose settlements can be imported. */
export async function findImporters(
  connectors: Pick<ConnectorRegistry, "allRoutes" | "routesForNewCharges">,
  scope: TenantScope,
): Promise<Importers> {
  const routes = await connectors.allRoutes(scope);
  const current = (await connectors.routesForNewCharges(scope)).filter(({ isEnabled }) => isEnabled);
  const enabled = new Set(current.map(({ account }) => account.id));
  return {
    connectorAccounts: routes.flatMap((route) => toImporter(route, enabled.has(route.account.id))),
    hasBankTransfers: routes.some(({ connector }) => connector.name === bankTransfer.name),
  };
}

function toImporter({ connector, account: { id } }: ConnectorRoute, isEnabled: boolean): Importer[] {
  const { title, settlements, settlementReports } = connector;
  if (settlements) return [{ id, title, kind: "lists", delayMs: settlements.delayMs, isEnabled }];
  return settlementReports ? [{ id, title, kind: "reports", delayMs: 0, isEnabled }] : [];
}

/**
 * The accounts whose imports have to reach the month's end and haven't: connector accounts on which something was posted since the last
 * closed month, or whose lists are imported already, and bank accounts. A PSP that makes reports makes none of a time without bookings.
 */
export async function findIncompleteImports(
  trx: TenantTransaction,
  { month, times, importers }: { month: Month; times: Times; importers: Importers },
): Promise<IncompleteImport[]> {
  const active = new Set(await selectActiveAccounts(trx, times));
  const until = await selectCompleteUntil(trx);
  const end = new Date(endOf(month));
  const settlements = importers.connectorAccounts.flatMap((importer) => {
    const { id, kind, isEnabled } = importer;
    const complete = until.get(id);
    const isAwaited = active.has(id) || (kind === "lists" && isEnabled && complete !== undefined);
    if (!isAwaited || (complete !== undefined && complete >= end)) return [];
    const completeUntil = complete?.toISOString() ?? null;
    return [{ account: id, completeUntil, detail: inWords(importer, completeUntil, end) }];
  });
  return [...settlements, ...(await findIncompleteStatements(trx, month, importers))];
}

function inWords({ id, title, kind, delayMs }: Importer, until: string | null, end: Date): string {
  const handOver = `"kassa settlements import --account ${id} --file …"`;
  if (kind === "reports")
    return until === null
      ? `The reports of ${id} (${title}) were never imported: hand over the first one with ${handOver}.`
      : `The reports of ${id} (${title}) are imported until ${until}: hand over the next ones with ${handOver}, or wait until Kassa has downloaded them.`;
  if (until === null)
    return `The settlements of ${id} (${title}) were never imported: run "kassa settlements import", which says what the account lacks.`;
  const after = new Date(end.getTime() + delayMs).toISOString();
  return `The settlements of ${id} (${title}) are imported until ${until}: run "kassa settlements import" after ${after}, or wait for the hourly import.`;
}

async function findIncompleteStatements(
  trx: TenantTransaction,
  month: Month,
  { hasBankTransfers }: Importers,
): Promise<IncompleteImport[]> {
  const until = await listProgress(trx);
  const lastDay = lastDayOf(month);
  const accounts = (await listAccounts(trx)).filter(
    ({ id, status, createdAt }) =>
      status === "enabled" &&
      createdAt < new Date(endOf(month)) &&
      (hasBankTransfers || until.has(id)) &&
      (until.get(id) ?? "") < lastDay,
  );
  return accounts.map(({ id, identifier }) => {
    const completeUntil = until.get(id) ?? null;
    const known = completeUntil === null ? "were never imported" : `are imported until ${completeUntil}`;
    const detail = `The statements of ${id} (${identifier}) ${known}: import the statement whose closing balance or period reaches ${lastDay}.`;
    return { account: id, completeUntil, detail };
  });
}
