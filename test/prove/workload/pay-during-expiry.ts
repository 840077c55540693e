import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "../../support/cluster/cluster.ts";

/** The session expires this long after the shopper has begun to pay. */
const expiresAfterMs = 1_200;
/** How often Kassa's job looks for expired sessions. */
const jobIntervalMs = 1_000;

const holdMs = expiresAfterMs + jobIntervalMs + 300;

const expireSoon = `UPDATE checkout_sessions SET expires_at = statement_timestamp() + $2 * interval '1 ms'
  WHERE id = $1 AND clock_id IS NULL AND status = 'open' RETURNING id`;

/**
 * Inserts a payment of the session that is never committed, so that the submit's own insert waits for it. Runs without the
 * foreign keys' triggers, which would lock the session itself.
 */
const otherPayment = `
  WITH replica AS (SELECT set_config('session_replication_role', 'replica', true))
  INSERT INTO payments (tenant_id, id, mode, session_id, amount, currency, capture_method, status)
  SELECT tenant_id, 'held_' || id, mode, id, amount, currency, 'automatic', 'processing' FROM checkout_sessions, replica
  WHERE id = $1`;

/**
 * Pays while the session expires. The submit finds the session open and then waits in its transaction until the expiry job has
 * found the session open and overdue. The job must check again once it holds the session's lock.
 */
export async function payDuringExpiry<Value>(
  cluster: Cluster,
  session: string,
  pay: () => Promise<Value>,
): Promise<Value> {
  const found = await cluster.sql(expireSoon, [session, expiresAfterMs]);
  if (found.length === 0) return pay();
  let paying: Promise<Value> | undefined;
  await cluster.hold(otherPayment, [session], async () => {
    paying = pay();
    await sleep(holdMs);
  });
  return paying ?? pay();
}
