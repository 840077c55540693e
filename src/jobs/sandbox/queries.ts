import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import { type IdPrefix, idFloor, idRange } from "../../kernel/id.ts";

/** The database's time, in milliseconds since 1970. */
export async function readNowMs(trx: Transaction): Promise<number> {
  const row = await trx.one<{ nowMs: number }>(
    `SELECT (extract(epoch FROM now()) * 1000)::bigint AS "nowMs"`,
  );
  if (!row) throw new Error("the database told no time");
  return row.nowMs;
}

/** The digits of an id that tell when it was made, in real time, also of what lives by a clock. See kernel/id.ts. */
const madeAt = (id: string): string => `left(right(${id}, 30), 8)`;

/** Waits in real time for something that somebody else does. What waits on a clock may wait for ever. */
const waits = (row: string): string => `${row}.next_check_at IS NOT NULL AND ${row}.clock_id IS NULL`;

/**
 * Sandbox sessions made before a time about which nothing has happened since and nothing is under way, locked, the oldest
 * first.
 */
export async function lockOldSessions(
  trx: TenantTransaction,
  beforeMs: number,
  limit: number,
): Promise<string[]> {
  const before = idFloor("cs", "sandbox", trx.tenantId, beforeMs);
  const rows = await trx.query<{ id: string }>(
    `SELECT s.id FROM checkout_sessions s
     WHERE s.tenant_id = $1 AND s.id >= $2 AND s.id < $3 AND s.mode = 'sandbox'
       AND (s.status <> 'open' OR s.clock_id IS NOT NULL)
       AND NOT EXISTS (SELECT FROM clocks c WHERE c.tenant_id = $1 AND c.id = s.clock_id AND c.status = 'advancing')
       AND NOT EXISTS (SELECT FROM payments p WHERE p.tenant_id = $1 AND p.session_id = s.id AND (
         p.capture_before IS NOT NULL AND p.clock_id IS NULL
         OR EXISTS (SELECT FROM attempts a WHERE a.tenant_id = $1 AND a.payment_id = p.id
           AND (${waits("a")} OR ${madeAt("a.id")} >= $5))
         OR EXISTS (SELECT FROM movements m WHERE m.tenant_id = $1 AND m.payment_id = p.id
           AND (${waits("m")} OR ${madeAt("m.id")} >= $5))
         OR EXISTS (SELECT FROM disputes d WHERE d.tenant_id = $1 AND d.payment_id = p.id
           AND (${waits("d")} OR d.clock_id IS NULL AND ${madeAt("d.id")} >= $5))))
       AND NOT EXISTS (SELECT FROM expected_transfers t WHERE t.tenant_id = $1 AND t.session_id = s.id AND (
         ${madeAt("t.id")} >= $5
         OR EXISTS (SELECT FROM entry_matches e WHERE e.tenant_id = $1 AND e.expected_transfer_id = t.id
           AND ${madeAt("e.entry_id")} >= $5)
         OR EXISTS (SELECT FROM bank_refunds r WHERE r.tenant_id = $1 AND r.expected_transfer_id = t.id
           AND (t.clock_id IS NULL AND r.status IN ('waiting', 'in_file', 'sent') OR ${madeAt("r.id")} >= $5))))
     ORDER BY s.id LIMIT $4 FOR UPDATE OF s SKIP LOCKED`,
    [trx.tenantId, idRange("cs", "sandbox").from, before, limit, before.slice(-8)],
  );
  return rows.map(({ id }) => id);
}

const paymentsOf = "SELECT id FROM payments WHERE tenant_id = $1 AND session_id = ANY($2)";
const attemptsOf = `SELECT id FROM attempts WHERE tenant_id = $1 AND payment_id IN (${paymentsOf})`;
const disputesOf = `SELECT id FROM disputes WHERE tenant_id = $1 AND payment_id IN (${paymentsOf})`;

const transfersOf = "SELECT id FROM expected_transfers WHERE tenant_id = $1 AND session_id = ANY($2)";

/** In an order in which nothing is deleted that something else still names. */
const statements = [
  `DELETE FROM ledger_transactions WHERE tenant_id = $1 AND payment_id IN (${paymentsOf})`,
  `DELETE FROM reported_disputes WHERE tenant_id = $1 AND attempt_id IN (${attemptsOf})`,
  `DELETE FROM dispute_files WHERE tenant_id = $1 AND dispute_id IN (${disputesOf})`,
  `DELETE FROM disputes WHERE tenant_id = $1 AND payment_id IN (${paymentsOf})`,
  `DELETE FROM movements WHERE tenant_id = $1 AND payment_id IN (${paymentsOf})`,
  `DELETE FROM bank_refunds WHERE tenant_id = $1 AND expected_transfer_id IN (${transfersOf})`,
  `DELETE FROM entry_matches WHERE tenant_id = $1 AND expected_transfer_id IN (${transfersOf})`,
  "DELETE FROM expected_transfers WHERE tenant_id = $1 AND session_id = ANY($2)",
  `DELETE FROM charge_facts WHERE tenant_id = $1 AND attempt_id IN (${attemptsOf})`,
  `DELETE FROM attempts WHERE tenant_id = $1 AND payment_id IN (${paymentsOf})`,
  `DELETE FROM payment_notes WHERE tenant_id = $1 AND payment_id IN (${paymentsOf})`,
  `DELETE FROM payment_tags WHERE tenant_id = $1 AND payment_id IN (${paymentsOf})`,
  "DELETE FROM payments WHERE tenant_id = $1 AND session_id = ANY($2)",
  "DELETE FROM receipt_renewals WHERE tenant_id = $1 AND session_id = ANY($2)",
  "DELETE FROM receipts WHERE tenant_id = $1 AND session_id = ANY($2)",
  "DELETE FROM events WHERE tenant_id = $1 AND session_id = ANY($2)",
  "DELETE FROM checkout_sessions WHERE tenant_id = $1 AND id = ANY($2)",
] as const;

/** Deletes locked sandbox sessions with all their data, and corrects the ledger's closed sums. */
export async function deleteSessions(trx: TenantTransaction, sessions: readonly string[]): Promise<void> {
  // A closing waits for this lock, so no transaction enters the sums between the two statements.
  await trx.run("UPDATE ledger_closings SET through = through WHERE tenant_id = $1 AND mode = 'sandbox'", [
    trx.tenantId,
  ]);
  await trx.run(
    `UPDATE ledger_closed_sums s SET sum = s.sum - closed.sum
     FROM (SELECT t.connector_account, e.account, t.currency, sum(e.amount) AS sum
       FROM ledger_transactions t CROSS JOIN LATERAL unnest(t.accounts, t.amounts) AS e (account, amount)
       WHERE t.tenant_id = $1 AND t.position IS NOT NULL AND t.payment_id IN (${paymentsOf})
       GROUP BY t.connector_account, e.account, t.currency) closed
     WHERE s.tenant_id = $1 AND s.mode = 'sandbox' AND s.connector_account = closed.connector_account AND s.account = closed.account AND s.currency = closed.currency`,
    [trx.tenantId, sessions],
  );
  for (const statement of statements) await trx.run(statement, [trx.tenantId, sessions]);
}

/** Deletes clocks that were deleted by their owner before a time, once nothing lives by them any more. */
export async function deleteOldClocks(trx: TenantTransaction, beforeMs: number): Promise<void> {
  const old = `SELECT c.id FROM clocks c WHERE c.tenant_id = $1 AND c.deleted_at < to_timestamp($2::float8 / 1000)
     AND NOT EXISTS (SELECT 1 FROM checkout_sessions s WHERE s.tenant_id = $1 AND s.clock_id = c.id)`;
  await trx.run(`DELETE FROM clock_steps WHERE tenant_id = $1 AND clock_id IN (${old})`, [
    trx.tenantId,
    beforeMs,
  ]);
  await trx.run(`DELETE FROM clocks WHERE tenant_id = $1 AND id IN (${old})`, [trx.tenantId, beforeMs]);
}

// Bank statements ---------------------------------------------------------------------------------------------------

/** The bounds of sandbox ids of a kind that were made before a time. */
const madeBefore = (trx: TenantTransaction, prefix: IdPrefix, beforeMs: number) =>
  [idRange(prefix, "sandbox").from, idFloor(prefix, "sandbox", trx.tenantId, beforeMs)] as const;

const oldUnusedEntries = `SELECT b.id FROM bank_entries b WHERE b.tenant_id = $1 AND b.id >= $2 AND b.id < $3
     AND NOT EXISTS (SELECT FROM entry_matches e WHERE e.tenant_id = $1 AND e.entry_id = b.id AND e.expected_transfer_id IS NOT NULL)
     AND NOT EXISTS (SELECT FROM settlement_batches s WHERE s.tenant_id = $1 AND s.bank_entry_id = b.id)
     ORDER BY b.id LIMIT $4`;

/**
 * Deletes entries of bank statements that were imported before a time, unless they belong to a remaining transfer or payout; how many.
 * Their sessions are deleted first.
 */
export async function deleteOldEntries(
  trx: TenantTransaction,
  beforeMs: number,
  limit: number,
): Promise<number> {
  const rows = await trx.query<{ id: string }>(oldUnusedEntries, [
    trx.tenantId,
    ...madeBefore(trx, "ben", beforeMs),
    limit,
  ]);
  const values = [trx.tenantId, rows.map(({ id }) => id)];
  // Only decisions to ignore money are left.
  await trx.run("DELETE FROM entry_matches WHERE tenant_id = $1 AND entry_id = ANY($2)", values);
  return trx.run("DELETE FROM bank_entries WHERE tenant_id = $1 AND id = ANY($2)", values);
}

/** Deletes imports made before a time that have no entries any more. One that isn't completed yet stays. */
export async function deleteOldImports(trx: TenantTransaction, beforeMs: number): Promise<void> {
  await trx.run(
    `DELETE FROM statement_imports i WHERE i.tenant_id = $1 AND i.id >= $2 AND i.id < $3 AND i.status = 'completed'
       AND NOT EXISTS (SELECT FROM bank_entries b WHERE b.tenant_id = $1 AND b.import_id = i.id)`,
    [trx.tenantId, ...madeBefore(trx, "sti", beforeMs)],
  );
}

/** Deletes files of bank refunds made before a time, once all of their refunds are deleted or in other files. */
export async function deleteOldRefundFiles(trx: TenantTransaction, beforeMs: number): Promise<void> {
  await trx.run(
    `DELETE FROM bank_refund_files f WHERE f.tenant_id = $1 AND f.id >= $2 AND f.id < $3
       AND NOT EXISTS (SELECT FROM bank_refunds r WHERE r.tenant_id = $1 AND r.file_id = f.id)`,
    [trx.tenantId, ...madeBefore(trx, "brx", beforeMs)],
  );
}
