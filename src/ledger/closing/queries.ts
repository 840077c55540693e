import type { TenantTransaction } from "../../database/transaction.ts";

/** Up to which position the closed sums hold a scope's entries. They only ever come further. */
export async function closedThrough(trx: TenantTransaction): Promise<number> {
  const row = await trx.one<{ through: number }>(
    "SELECT through FROM ledger_closings WHERE tenant_id = $1 AND mode = $2",
    [trx.tenantId, trx.mode],
  );
  return row?.through ?? 0;
}

/**
 * The entries of a scope that no closed sum holds; a balance adds them up one by one. How far the sums come is asked again,
 * for it may be further than in `closedThrough`, which the planner is told to know by that how few entries are left.
 *
 * @param closedThrough the statement's parameter with that
 */
export const openEntries = (closedThrough: string): string => `ledger_entries
  WHERE tenant_id = $1 AND mode = $2 AND position > ${closedThrough}::bigint AND position >
    COALESCE((SELECT through FROM ledger_closings WHERE tenant_id = $1 AND mode = $2), 0)`;

/** Whether at least so many entries are open. */
export async function hasOpenEntries(trx: TenantTransaction, count: number): Promise<boolean> {
  const row = await trx.one(`SELECT FROM ${openEntries("$4")} ORDER BY position OFFSET $3 - 1 LIMIT 1`, [
    trx.tenantId,
    trx.mode,
    count,
    await closedThrough(trx),
  ]);
  return row !== undefined;
}

/** Where the closing of a tenant's books in a mode stands, by positions of entries. */
export type Closing = {
  readonly through: number;
  readonly until: number;
  /** No transaction that ran when `until` was set is running still: below it nothing can appear any more. */
  readonly settled: boolean;
};

/** Locks it, making it when it is the first time; undefined while another process has it. */
export async function lockClosing(trx: TenantTransaction): Promise<Closing | undefined> {
  const owner = [trx.tenantId, trx.mode];
  await trx.run(
    "INSERT INTO ledger_closings (tenant_id, mode) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    owner,
  );
  return trx.one<Closing>(
    `SELECT through, until, pg_snapshot_xmin(pg_current_snapshot()) >= until_xmax AS settled
     FROM ledger_closings WHERE tenant_id = $1 AND mode = $2 FOR UPDATE SKIP LOCKED`,
    owner,
  );
}

/**
 * Has what there is now closed next. Whoever posts has a transaction id before their entries have positions: who isn't
 * known to this statement's snapshot by id gets positions above all that it sees.
 */
export async function aimAtNewest(trx: TenantTransaction): Promise<void> {
  await trx.run(
    `UPDATE ledger_closings SET until_xmax = pg_snapshot_xmax(pg_current_snapshot()),
       until = GREATEST(through, (SELECT max(position) FROM ledger_entries WHERE tenant_id = $1 AND mode = $2))
     WHERE tenant_id = $1 AND mode = $2`,
    [trx.tenantId, trx.mode],
  );
}

/** Adds the next entries, at most `limit`, to the closed sums. */
export async function closeNext(trx: TenantTransaction, closing: Closing, limit: number): Promise<void> {
  await trx.run(
    `WITH batch AS MATERIALIZED (
       SELECT position, account, currency, amount FROM ledger_entries
       WHERE tenant_id = $1 AND mode = $2 AND position > $3 AND position <= $4 ORDER BY position LIMIT $5
     ), added AS (
       INSERT INTO ledger_closed_sums AS closed (tenant_id, mode, account, currency, sum)
       SELECT $1, $2, account, currency, sum(amount) FROM batch GROUP BY account, currency
       ON CONFLICT (tenant_id, mode, account, currency) DO UPDATE SET sum = closed.sum + excluded.sum
     )
     UPDATE ledger_closings
     SET through = (SELECT CASE WHEN count(*) < $5 THEN $4 ELSE max(position) END FROM batch)
     WHERE tenant_id = $1 AND mode = $2`,
    [trx.tenantId, trx.mode, closing.through, closing.until, limit],
  );
}
