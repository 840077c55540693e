import type { Transaction } from "../../database/transaction.ts";

/** Work of all tenants that has been due for more than a minute. */
export async function countOverdue(
  trx: Transaction,
): Promise<{ overdueAttempts: number; overdueDeliveries: number }> {
  const row = await trx.one<{ overdueAttempts: number; overdueDeliveries: number }>(
    `SELECT
       (SELECT count(*) FROM attempts WHERE next_check_at < now() - interval '1 minute' AND clock_id IS NULL) AS "overdueAttempts",
       (SELECT count(*) FROM webhook_deliveries WHERE status = 'pending' AND kind = 'http'
          AND next_attempt_at < now() - interval '1 minute' AND clock_id IS NULL) AS "overdueDeliveries"`,
  );
  return row ?? { overdueAttempts: 0, overdueDeliveries: 0 };
}
