import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import type { Entry } from "../entry.ts";
import { conditionsOf, type EntryFilter, entriesOfTransactions, entryColumns } from "../queries.ts";

/** Where a transaction stands in the order of exports; undefined when there is none of this id. */
export async function positionOf(trx: TenantTransaction, id: string): Promise<number | undefined> {
  const row = await trx.one<{ position: number }>(
    "SELECT position FROM ledger_transactions WHERE tenant_id = $1 AND mode = $2 AND id = $3",
    [trx.tenantId, trx.mode, id],
  );
  return row?.position;
}

export type Horizon = {
  /** The position of the newest transaction that can be seen; 0 when there is none. */
  readonly last: number;
  /** The database's transactions that were posting, by PostgreSQL's names for them. */
  readonly posting: readonly string[];
  /** Whether a time was over by then. */
  readonly isPast: boolean;
};

/**
 * Whoever posts holds this lock before their postings have positions and times, and until they are committed. Transaction ids
 * would do as well, but they are the cluster's: other databases' transactions may run for hours.
 */
const posters = `pg_locks WHERE locktype = 'relation' AND mode = 'RowExclusiveLock' AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND relation = 'ledger_transactions'::regclass`;

/**
 * How far the books go at this moment. Once those have ended who are posting, nothing can appear at or below `last`, nor before
 * a time that was over.
 */
export async function readHorizon(
  trx: TenantTransaction,
  before: string | undefined,
): Promise<Horizon | undefined> {
  return trx.one<Horizon>(
    `SELECT COALESCE((SELECT max(position) FROM ledger_transactions WHERE tenant_id = $1 AND mode = $2), 0) AS last,
       ARRAY(SELECT virtualtransaction FROM ${posters}) AS posting,
       COALESCE($3::timestamptz <= statement_timestamp(), false) AS "isPast"`,
    [trx.tenantId, trx.mode, before ?? null],
  );
}

/** Whether every transaction that was posting at a horizon has ended. */
export async function isSettled(trx: Transaction, { posting }: Horizon): Promise<boolean> {
  if (posting.length === 0) return true;
  const row = await trx.one(`SELECT FROM ${posters} AND virtualtransaction = ANY ($1::text[]) LIMIT 1`, [
    posting,
  ]);
  return row === undefined;
}

/** Which transactions an export holds. */
export type Window = {
  /** Ids of transactions, which carry their times: in [from, before). */
  readonly from: string;
  readonly before: string;
  /** Positions: after the one, and up to and including the other. */
  readonly after: number;
  readonly last: number;
};

/** Where the first transaction of a window stands; undefined when it has none. */
export async function firstPosition(
  trx: TenantTransaction,
  { from, before, after, last }: Window,
): Promise<number | undefined> {
  const row = await trx.one<{ first: number | null }>(
    `SELECT min(position) AS first FROM ledger_transactions
     WHERE tenant_id = $1 AND id >= $2 AND id < $3 AND position > $4 AND position <= $5`,
    [trx.tenantId, from, before, after, last],
  );
  return row?.first ?? undefined;
}

/** Where an export stands: behind this entry of the transaction at this position. */
export type ExportPosition = { readonly position: number; readonly entryId: string };

export type ExportedEntry = Entry & { readonly position: number };

/** The window's next entries, in the order of their transactions. */
export function selectForExport(
  trx: TenantTransaction,
  { from, before, last }: Window,
  after: ExportPosition,
  filter: EntryFilter,
  limit: number,
): Promise<ExportedEntry[]> {
  const values: unknown[] = [
    trx.tenantId,
    trx.mode,
    after.position,
    after.entryId,
    last,
    from,
    before,
    limit,
  ];
  return trx.query<ExportedEntry>(
    `SELECT t.position, ${entryColumns} FROM ${entriesOfTransactions}
     WHERE t.tenant_id = $1 AND t.mode = $2 AND t.position >= $3 AND (t.position, e.id) > ($3, $4) AND t.position <= $5
       AND t.id >= $6 AND t.id < $7${conditionsOf(filter, values)}
     ORDER BY t.position, e.id LIMIT $8`,
    values,
  );
}
