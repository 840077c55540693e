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
  const row = await trx.one<Overdue>(
    `SELECT
       (SELECT count(*) FROM attempts WHERE next_check_at < now() - interval '1 minute' AND clock_id IS NULL) AS "overdueAttempts",
       (SELECT count(*) FROM movements WHERE next_check_at < now() - interval '1 minute' AND clock_id IS NULL) AS "overdueMovements",
       (SELECT count(*) FROM disputes WHERE (next_check_at < now() - interval '1 minute' AND clock_id IS NULL)
          OR action_check_at < now() - interval '1 minute')
         + (SELECT count(*) FROM reported_disputes WHERE next_check_at < now() - interval '1 minute') AS "overdueDisputes",
       (SELECT count(*) FROM movement_holds WHERE since < now() - interval '1 minute') AS "heldAccounts",
       (SELECT count(*) FROM webhook_deliveries d JOIN webhook_endpoints e ON e.tenant_id = d.tenant_id AND e.id = d.endpoint_id
        WHERE d.status = 'pending' AND d.kind = 'http' AND e.status = 'enabled'
          AND d.next_attempt_at < now() - interval '1 minute' AND d.clock_id IS NULL) AS "overdueDeliveries"`,
  );
  return (
    row ?? {
      overdueAttempts: 0,
      overdueMovements: 0,
      overdueDisputes: 0,
      heldAccounts: 0,
      overdueDeliveries: 0,
    }
  );
}

export type Quarantined = { readonly reason: string; readonly count: number };

/** The quarantined notifications and dispute reports of the last 30 days, by reason. */
export function countQuarantined(trx: Transaction): Promise<Quarantined[]> {
  return trx.query<Quarantined>(
    `SELECT reason, count(*) AS count FROM (
       SELECT quarantine_reason AS reason FROM psp_notifications
       WHERE quarantine_reason IS NOT NULL AND received_at > now() - interval '30 days'
       UNION ALL SELECT 'dispute: ' || quarantine_reason FROM reported_disputes
       WHERE quarantine_reason IS NOT NULL AND reported_at > now() - interval '30 days') told
     GROUP BY reason ORDER BY reason`,
  );
}
