import type { Transaction } from "../../database/transaction.ts";

/** Background work of all tenants that is due. */
export type Queue = {
  readonly name: QueueName;
  /** At most `countedAtMost`. */
  readonly waiting: number;
  /** Since when the first of them is due; null if none is. */
  readonly since: Date | null;
};

/** More than these aren't counted, so that a look costs little however much is due. */
export const countedAtMost = 10_000;

/**
 * The time from which on each row is due, as SELECT. Each is found by the index that the job's own query uses; what lives on a sandbox's clock
 * is due when the clock is advanced, and isn't counted.
 */
const due = {
  payments: `SELECT next_check_at AS at FROM attempts WHERE next_check_at <= now() AND clock_id IS NULL ORDER BY next_check_at`,
  movements: `SELECT next_check_at AS at FROM movements WHERE next_check_at <= now() AND clock_id IS NULL ORDER BY next_check_at`,
  disputes: `(SELECT next_check_at AS at FROM disputes WHERE next_check_at <= now() AND clock_id IS NULL
     ORDER BY next_check_at LIMIT ${countedAtMost})
    UNION ALL (SELECT action_check_at FROM disputes WHERE action_check_at <= now() ORDER BY action_check_at LIMIT ${countedAtMost})
    UNION ALL (SELECT next_check_at FROM reported_disputes WHERE next_check_at <= now()
     ORDER BY next_check_at LIMIT ${countedAtMost})`,
  holds: `SELECT since AS at FROM movement_holds ORDER BY next_check_at`,
  exports: `SELECT touched_at AS at FROM exports WHERE status IN ('pending', 'running') ORDER BY touched_at`,
  statement_imports: `SELECT touched_at AS at FROM statement_imports WHERE status = 'storing' ORDER BY touched_at`,
} as const;

export type QueueName = keyof typeof due | "webhook_deliveries";

type Counted = { readonly waiting: number; readonly since: Date | null };

/** What is due now, by the kind of work. Deliveries to endpoints that are paused or disabled wait for somebody, and aren't counted. */
export async function countQueues(trx: Transaction): Promise<Queue[]> {
  const names = Object.keys(due) as (keyof typeof due)[];
  const counts = names.map(async (name) => ({
    name,
    ...(await count(
      trx,
      `SELECT count(*) AS waiting, min(at) AS since FROM (SELECT at FROM (${due[name]}) rows LIMIT ${countedAtMost}) found`,
    )),
  }));
  const deliveries = count(
    trx,
    // Counted by endpoint first: a distributed PostgreSQL has the deliveries on its nodes, and the endpoints on its coordinator.
    `WITH due AS MATERIALIZED (SELECT tenant_id, endpoint_id, count(*) AS count, min(next_attempt_at) AS since
       FROM webhook_deliveries
       WHERE status = 'pending' AND kind = 'http' AND next_attempt_at <= now() AND clock_id IS NULL GROUP BY 1, 2)
     SELECT LEAST(COALESCE(sum(d.count), 0), ${countedAtMost})::bigint AS waiting, min(d.since) AS since FROM due d
       JOIN webhook_endpoints e ON e.tenant_id = d.tenant_id AND e.id = d.endpoint_id WHERE e.status = 'enabled'`,
  );
  return [...(await Promise.all(counts)), { name: "webhook_deliveries", ...(await deliveries) }];
}

async function count(trx: Transaction, text: string): Promise<Counted> {
  return (await trx.one<Counted>(text)) ?? { waiting: 0, since: null };
}
