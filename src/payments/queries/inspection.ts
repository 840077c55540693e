import type { Transaction } from "../../database/transaction.ts";

export type Overdue = {
  readonly overdueAttempts: number;
  readonly overdueMovements: number;
  readonly overdueDisputes: number;
  /** Accounts at which movements are held. */
  readonly heldAccounts: number;
  readonly overdueDeliveries: number;
};

/** Work of all tenants that has been due for more than a minute. */
export async function countOverdue(trx: Transaction): Promise<Overdue> {
  const overdue = "now() - interval '1 minute'";
  const [attempts, movements, disputes, reports, holds, deliveries] = await Promise.all([
    count(
      trx,
      `SELECT count(*) AS count FROM attempts WHERE next_check_at < ${overdue} AND clock_id IS NULL`,
    ),
    count(
      trx,
      `SELECT count(*) AS count FROM movements WHERE next_check_at < ${overdue} AND clock_id IS NULL`,
    ),
    count(
      trx,
      `SELECT count(*) AS count FROM disputes
       WHERE (next_check_at < ${overdue} AND clock_id IS NULL) OR action_check_at < ${overdue}`,
    ),
    count(trx, `SELECT count(*) AS count FROM reported_disputes WHERE next_check_at < ${overdue}`),
    count(trx, `SELECT count(*) AS count FROM movement_holds WHERE since < ${overdue}`),
    count(
      trx,
      // Counted by endpoint first: a distributed PostgreSQL has the deliveries on its nodes, and the endpoints on its coordinator.
      `WITH overdue AS MATERIALIZED (SELECT tenant_id, endpoint_id, count(*) AS count FROM webhook_deliveries
         WHERE status = 'pending' AND kind = 'http' AND next_attempt_at < ${overdue} AND clock_id IS NULL GROUP BY 1, 2)
       SELECT COALESCE(sum(o.count), 0)::bigint AS count FROM overdue o
         JOIN webhook_endpoints e ON e.tenant_id = o.tenant_id AND e.id = o.endpoint_id WHERE e.status = 'enabled'`,
    ),
  ]);
  return {
    overdueAttempts: attempts,
    overdueMovements: movements,
    overdueDisputes: disputes + reports,
    heldAccounts: holds,
    overdueDeliveries: deliveries,
  };
}

async function count(trx: Transaction, text: string): Promise<number> {
  const row = await trx.one<{ count: number }>(text);
  return row?.count ?? 0;
}

export type Quarantined = { readonly reason: string; readonly count: number };

/** The quarantined notifications and dispute reports of the last 30 days that nobody has dealt with, by reason. */
export function countQuarantined(trx: Transaction): Promise<Quarantined[]> {
  return trx.query<Quarantined>(
    `SELECT reason, count(*) AS count FROM (
       SELECT quarantine_reason AS reason FROM psp_notifications
       WHERE quarantine_reason IS NOT NULL AND handled_at IS NULL AND received_at > now() - interval '30 days'
       UNION ALL SELECT 'dispute: ' || quarantine_reason FROM reported_disputes
       WHERE quarantine_reason IS NOT NULL AND handled_at IS NULL AND reported_at > now() - interval '30 days') told
     GROUP BY reason ORDER BY reason`,
  );
}
