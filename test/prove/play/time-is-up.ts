import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "../../support/cluster/cluster.ts";

/** When the session's time is up, once the shopper has begun to pay. */
const upAfterMs = 1_200;
/** How often Kassa looks for sessions whose time is up. */
const looksEveryMs = 1_000;

const holdMs = upAfterMs + looksEveryMs + 300;

const timeIsUpSoon = `UPDATE checkout_sessions SET expires_at = clock_timestamp() + $2 * interval '1 ms'
  WHERE id = $1 AND clock_id IS NULL AND status = 'open' RETURNING id`;

/**
 * A second payment of the session that is never committed: whoever is about to make the first waits for it. Without the
 * foreign keys' triggers, which would lock the session itself.
 */
const otherPayment = `
  WITH replica AS (SELECT set_config('session_replication_role', 'replica', true))
  INSERT INTO payments (tenant_id, id, mode, session_id, amount, currency, capture_method, status)
  SELECT tenant_id, 'held_' || id, mode, id, amount, currency, 'automatic', 'processing' FROM checkout_sessions, replica
  WHERE id = $1`;

/**
 * Pays while the session's time runs out: the submit has found the session open in its transaction, and stays in it until
 * the job that ends sessions has seen the session open, too. That job has to look again once it has the session's lock.
 */
export async function payAsTimeIsUp<Value>(
  cluster: Cluster,
  session: string,
  pay: () => Promise<Value>,
): Promise<Value> {
  const found = await cluster.sql(timeIsUpSoon, [session, upAfterMs]);
  if (found.length === 0) return pay();
  let paying: Promise<Value> | undefined;
  await cluster.hold(otherPayment, [session], async () => {
    paying = pay();
    await sleep(holdMs);
  });
  return paying ?? pay();
}
