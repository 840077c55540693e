import { withLocalCopies } from "./citus-databases.ts";
import type { TestDatabase } from "./database.ts";
import { amountChecks } from "./oracle/amounts.ts";
import { chargeChecks } from "./oracle/charges.ts";
import { disputeChecks } from "./oracle/disputes.ts";
import { eventChecks } from "./oracle/events.ts";
import { ledgerChecks } from "./oracle/ledger.ts";
import { outdatedDisputes } from "./oracle/outdated-disputes.ts";
import { paymentChecks } from "./oracle/payments.ts";
import { separationChecks } from "./oracle/separation.ts";

/**
 * The invariants that must hold after any fault, over all data in a database, by number (see the titles): among them,
 * the simulated PSP's own charge log = payments = ledger = sessions = events.
 */
export const checks = [
  ...chargeChecks,
  ...paymentChecks,
  ...amountChecks,
  ...disputeChecks,
  ...ledgerChecks,
  ...eventChecks,
  ...separationChecks,
];

/** Describes each violation of an invariant in a database. */
export async function checkInvariants(db: Pick<TestDatabase, "sql">): Promise<string[]> {
  return withLocalCopies(db, async () => {
    const violations: string[] = [];
    for (const { invariant, sql } of checks) {
      const rows = await db.sql<{ violation: string }>(sql);
      violations.push(...rows.map(({ violation }) => `[${invariant}] ${violation}`));
    }
    return violations;
  });
}

/**
 * Describes Kassa's unfinished work: attempts and movements without an outcome, overdue sessions and authorizations, disputes
 * whose state differs at the PSP, deliveries in flight. Attempts that wait for a customer or a transfer don't count, nor do call-offs of such an attempt that wait for the end of the PSP's page.
 */
export async function unfinishedWork(db: Pick<TestDatabase, "sql">): Promise<string[]> {
  const select = () =>
    db.sql<{ item: string }>(
      `SELECT format('attempt %s is %s', a.id, a.status) AS item
       FROM attempts a LEFT JOIN sandbox_psp.charges c ON c.idempotency_key = a.id
       WHERE (a.status IN ('started', 'unknown', 'pending') AND NOT (a.status = 'pending' AND EXISTS (SELECT FROM expected_transfers t
           WHERE (t.tenant_id, t.attempt_id, t.status) = (a.tenant_id, a.id, 'open')))) OR (a.status = 'action_required' AND c.status <> 'action_required')
         OR (a.status = 'declined' AND a.next_check_at IS NOT NULL)
     UNION ALL SELECT format('%s %s is %s', m.kind, m.id, m.status) FROM movements m
         LEFT JOIN sandbox_psp.movements s ON s.idempotency_key = COALESCE(m.psp_key, m.id)
         JOIN attempts a ON (a.tenant_id, a.id) = (m.tenant_id, m.attempt_id)
       WHERE (m.status IN ('started', 'unknown', 'pending')
           AND NOT (m.kind = 'call_off' AND m.status = 'pending' AND a.status = 'action_required' AND a.connector <> 'sandbox')) OR m.next_check_at <= clock_timestamp()
         OR (m.kind IN ('capture', 'refund') AND m.status = 'succeeded' AND s.refusal IS NOT NULL)
         OR (m.kind IN ('capture', 'refund') AND m.status = 'failed' AND s.refusal IS NULL AND NOT s.pending)
     UNION ALL SELECT format('account %s is held', id) FROM movement_holds
     UNION ALL SELECT format('payment %s should have lapsed', id) FROM payments WHERE capture_before <= clock_timestamp()
     UNION ALL SELECT format('dispute %s has another state at the PSP', dispute) FROM (${outdatedDisputes}) u
     UNION ALL SELECT format('%s of dispute %s is in progress', pending_action, id) FROM disputes WHERE pending_action IS NOT NULL
     UNION ALL SELECT format('session %s should have expired', id) FROM checkout_sessions
       WHERE status = 'open' AND payment_status = 'unpaid' AND expires_at < now()
     UNION ALL SELECT format('delivery %s is pending', d.id) FROM webhook_deliveries d
       WHERE d.status = 'pending' AND d.next_attempt_at IS NOT NULL`,
    );
  const rows = await withLocalCopies(db, select);
  return rows.map(({ item }) => item);
}
