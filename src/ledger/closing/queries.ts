import type { TenantScope, TenantTransaction, Transaction } from "../../database/transaction.ts";

/** The tenants and modes with more than `openMost` open transactions, which are in no closed sum yet. */
export function findLedgersToClose(trx: Transaction, openMost: number): Promise<TenantScope[]> {
  return trx.query<TenantScope>(
    `SELECT tenant_id AS "tenantId", mode FROM ledger_transactions WHERE position IS NULL
     GROUP BY tenant_id, mode HAVING count(*) > $1`,
    [openMost],
  );
}

/** Inserts the row of `ledger_closings` for a tenant and mode, if there is none yet. */
export function insertClosing(trx: TenantTransaction): void {
  trx.send("INSERT INTO ledger_closings (tenant_id, mode) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
    trx.tenantId,
    trx.mode,
  ]);
}

/** Locks that row and returns the last closed position; undefined if another process has locked the row. */
export async function tryLockClosing(trx: TenantTransaction): Promise<number | undefined> {
  const row = await trx.one<{ through: number }>(
    "SELECT through FROM ledger_closings WHERE tenant_id = $1 AND mode = $2 FOR UPDATE SKIP LOCKED",
    [trx.tenantId, trx.mode],
  );
  return row?.through;
}

/** Like `tryLockClosing`, but waits for the lock. */
export async function lockClosing(trx: TenantTransaction): Promise<number> {
  const row = await trx.one<{ through: number }>(
    "SELECT through FROM ledger_closings WHERE tenant_id = $1 AND mode = $2 FOR UPDATE",
    [trx.tenantId, trx.mode],
  );
  return row?.through ?? 0;
}

/**
 * Gives the next positions to at most `limit` open transactions, ordered by id. The caller holds the lock of `lockClosing`.
 *
 * @returns the last position that was given; `through` if there was nothing to close
 */
export async function numberOpen(trx: TenantTransaction, through: number, limit: number): Promise<number> {
  const numbered = await trx.run(
    `UPDATE ledger_transactions t SET position = $3::bigint + open.place
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM (
       SELECT id FROM ledger_transactions WHERE tenant_id = $1 AND mode = $2 AND position IS NULL ORDER BY id LIMIT $4) batch) open
     WHERE t.tenant_id = $1 AND t.id = open.id`,
    [trx.tenantId, trx.mode, through, limit],
  );
  return through + numbered;
}

/** Adds the entries of the transactions after position `through`, up to `last`, to the closed sums. */
export function addToSums(trx: TenantTransaction, through: number, last: number): void {
  trx.send(
    `INSERT INTO ledger_closed_sums AS closed (tenant_id, mode, connector_account, account, currency, sum)
     SELECT t.tenant_id, t.mode, t.connector_account, e.account, t.currency, sum(e.amount)
     FROM ledger_transactions t CROSS JOIN LATERAL unnest(t.accounts, t.amounts) AS e (account, amount)
     WHERE t.tenant_id = $1 AND t.mode = $2 AND t.position > $3 AND t.position <= $4
     GROUP BY t.tenant_id, t.mode, t.connector_account, e.account, t.currency
     ON CONFLICT (tenant_id, mode, connector_account, account, currency) DO UPDATE SET sum = closed.sum + excluded.sum`,
    [trx.tenantId, trx.mode, through, last],
  );
  trx.send("UPDATE ledger_closings SET through = $3 WHERE tenant_id = $1 AND mode = $2", [
    trx.tenantId,
    trx.mode,
    last,
  ]);
}
