import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import type { Mode } from "../../kernel/mode.ts";

/** Sessions whose time is up, of which `findExpired` tells; see DueRows. */
export const expiredSessions = `FROM checkout_sessions s
     WHERE status = 'open' AND clock_id IS NULL AND payment_status = 'unpaid' AND expires_at <= now()
       AND NOT EXISTS (SELECT FROM movement_holds h WHERE (h.tenant_id, h.mode) = (s.tenant_id, s.mode))
     ORDER BY expires_at`;

/**
 * Sessions of all tenants whose time is up and that nobody is paying. It uses now() because the planner can search the index
 * for it; with statement_timestamp(), every round read all open sessions.
 */
export function findExpired(
  trx: Transaction,
  limit: number,
): Promise<{ tenantId: number; mode: Mode; id: string }[]> {
  return trx.query(`SELECT tenant_id AS "tenantId", mode, id ${expiredSessions} LIMIT $1`, [limit]);
}

/** The session on a clock that expires first, at or before a time, among those that nobody is paying. */
export function nextExpiryOnClock(
  trx: TenantTransaction,
  clockId: string,
  until: Date,
): Promise<{ id: string; at: Date } | undefined> {
  return trx.one(
    `SELECT id, expires_at AS at FROM checkout_sessions
     WHERE tenant_id = $1 AND clock_id = $2 AND status = 'open' AND payment_status = 'unpaid' AND expires_at <= $3
     ORDER BY expires_at, id LIMIT 1`,
    [trx.tenantId, clockId, until],
  );
}

/** How many sessions on a clock are open. */
export async function countOpenOnClock(trx: TenantTransaction, clockId: string): Promise<number> {
  const row = await trx.one<{ count: number }>(
    "SELECT count(*) AS count FROM checkout_sessions WHERE tenant_id = $1 AND clock_id = $2 AND status = 'open'",
    [trx.tenantId, clockId],
  );
  return row?.count ?? 0;
}
