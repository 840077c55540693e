import type { TenantTransaction } from "../../database/transaction.ts";
import { conditionsOf, type EntryFilter, transactionColumns } from "../queries.ts";
import type { LedgerTransaction } from "../transaction.ts";

/** The position of a transaction: null until it is closed, undefined if it doesn't exist. Exports are sorted by position. */
export async function positionOf(trx: TenantTransaction, id: string): Promise<number | null | undefined> {
  const row = await trx.one<{ position: number | null }>(
    "SELECT position FROM ledger_transactions WHERE tenant_id = $1 AND mode = $2 AND id = $3",
    [trx.tenantId, trx.mode, id],
  );
  return row?.position;
}

/** The transactions of an export. */
export type Window = {
  /** Ids in [from, before). Ids contain the times of their transactions. */
  readonly from: string;
  readonly before: string;
  /** Positions in (after, last]. */
  readonly after: number;
  readonly last: number;
};

/** The position of the first transaction in a window; undefined if the window is empty. */
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

export type ExportedTransaction = LedgerTransaction & { readonly position: number };

/** The window's next transactions, in the order of their positions. */
export function selectForExport(
  trx: TenantTransaction,
  { from, before, after, last }: Window,
  filter: EntryFilter,
  limit: number,
): Promise<ExportedTransaction[]> {
  const values: unknown[] = [trx.tenantId, trx.mode, after, last, from, before, limit];
  return trx.query<ExportedTransaction>(
    `SELECT position, ${transactionColumns} FROM ledger_transactions
     WHERE tenant_id = $1 AND mode = $2 AND position > $3 AND position <= $4
       AND id >= $5 AND id < $6${conditionsOf(filter, values)}
     ORDER BY position LIMIT $7`,
    values,
  );
}
