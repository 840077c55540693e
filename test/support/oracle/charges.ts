import { type Check, charged, chargedByPayment, isSettled } from "./check.ts";

/**
 * Whether movement `m` failed and the PSP refused its request `s`. The amounts may differ: the PSP may have refused a request
 * whose commit was lost, and no money moved under the key.
 */
const isRefusedForBoth = "(m.kind = s.kind AND m.status = 'failed' AND s.refusal IS NOT NULL)";

/**
 * The amount of the PSP's movement `s`; for a call-off that released nothing in the ledger, that of Kassa's movement `m`. Such a
 * call-off has the session's amount, but the PSP may have approved another amount without Kassa learning of the approval.
 */
const amountToCompare =
  "CASE WHEN m.kind = 'call_off' AND m.late THEN m.amount ELSE COALESCE(s.amount, m.amount) END";

/**
 * Whether the void `s`, made at the PSP's dashboard, was followed by Kassa's own void. The PSP refused the second one, because
 * nothing was left to release; Kassa's ledger has only this one for both.
 */
export const isReleasedByOurs = `s.kind = 'void' AND s.refusal IS NULL AND EXISTS (SELECT FROM sandbox_psp.movements o
  JOIN movements k ON COALESCE(k.psp_key, k.id) = o.idempotency_key
  WHERE o.charge = s.charge AND o.kind = 'void' AND o.refusal = 'charge_voided' AND k.kind = 'void' AND k.status = 'succeeded')`;

/** Compares the PSP's own charge log with attempts, movements and payments. */
export const chargeChecks: readonly Check[] = [
  {
    invariant: "1 a session has at most one charge that counts",
    sql: `${charged} SELECT format('session %s was charged %s times', session_id, count(*)) AS violation
      FROM charged LEFT JOIN attempts a ON a.id = attempt_id
      WHERE authorized > released AND a.status IS DISTINCT FROM 'late'
        AND NOT (a.status = 'declined' AND refunded >= authorized) GROUP BY session_id HAVING count(*) > 1`,
  },
  {
    invariant: "1 a charge is authorized once",
    sql: `${charged} SELECT format('charge %s was authorized %s times', charge_id, authorizations) AS violation
      FROM charged WHERE authorizations > 1`,
  },
  {
    // Movements under other keys than Kassa's, made at the PSP's dashboard, are accepted in three cases: if they moved no money (a
    // refusal, or a void of a charge that waited for its customer); if the charge has another currency than its payment, so that
    // the payment's amounts can't include it; and if the charge is under review, because Kassa learns of them after the decision.
    invariant: "2 the PSP's idempotency key is stored before the call and kept",
    sql: `SELECT format('the PSP has charge %s under key %s, which no attempt has', c.id, c.idempotency_key) AS violation
        FROM sandbox_psp.charges c LEFT JOIN attempts a ON a.id = c.idempotency_key WHERE a.id IS NULL
      UNION ALL SELECT format('the PSP has %s %s under key %s, which no movement has', s.kind, s.id, s.idempotency_key)
        FROM sandbox_psp.movements s LEFT JOIN movements m ON COALESCE(m.psp_key, m.id) = s.idempotency_key
        WHERE m.id IS NULL AND (s.idempotency_key LIKE '%\\_sandbox\\_%'
          OR (s.refusal IS NULL AND (s.kind <> 'void' OR s.amount IS NOT NULL))) AND NOT (${isReleasedByOurs})
          AND NOT EXISTS (SELECT FROM sandbox_psp.charges c JOIN attempts a ON a.id = c.idempotency_key
            JOIN payments p ON (p.tenant_id, p.id) = (a.tenant_id, a.payment_id)
            WHERE c.id = s.charge AND (c.currency <> p.currency
              OR (a.status = 'needs_review' AND s.idempotency_key NOT LIKE '%\\_sandbox\\_%')))`,
  },
  {
    invariant: "2 a movement has the amount and outcome that it has at the PSP",
    sql: `SELECT format('%s %s of %s is %s; at the PSP, the %s of %s is %s', m.kind, m.id, m.amount, m.status, s.kind, s.amount,
          CASE WHEN s.pending THEN 'pending' WHEN s.refusal IS NULL THEN 'done' ELSE s.refusal END) AS violation
        FROM movements m JOIN sandbox_psp.movements s ON s.idempotency_key = COALESCE(m.psp_key, m.id)
        WHERE (CASE m.kind WHEN 'call_off' THEN 'void' ELSE m.kind END, m.amount, m.final)
            <> (s.kind, ${amountToCompare}, s.final) AND NOT ${isRefusedForBoth}
          OR (m.status = 'failed' AND s.refusal IS NULL)
          OR (m.status = 'succeeded' AND m.kind NOT IN ('void', 'call_off') AND s.refusal IS NOT NULL AND m.next_check_at IS NULL)
      UNION ALL SELECT format('%s %s succeeded, but the PSP has no record of it', m.kind, m.id) FROM movements m
          JOIN attempts a ON (a.tenant_id, a.id) = (m.tenant_id, m.attempt_id)
        WHERE a.connector = 'sandbox' AND m.status = 'succeeded' AND NOT EXISTS (SELECT FROM sandbox_psp.movements s WHERE s.idempotency_key = COALESCE(m.psp_key, m.id))`,
  },
  {
    invariant: "charge log = payments: the amounts of a payment are those at the PSP",
    sql: `${charged} SELECT format('payment %s has %s authorized, %s captured, %s released, %s refunded; the PSP has %s, %s, %s, %s',
        p.id, p.amount_authorized, p.amount_captured, p.amount_released, p.amount_refunded, t.authorized, t.captured,
        t.released, t.refunded - t.returned) AS violation
      FROM payments p JOIN ${chargedByPayment("a.status IN ('approved', 'failed')")} t ON (t.tenant_id, t.payment_id) = (p.tenant_id, p.id)
      WHERE ${isSettled} AND (p.amount_authorized, p.amount_captured, p.amount_released, p.amount_refunded)
        IS DISTINCT FROM (t.authorized, t.captured, t.released, t.refunded - t.returned)`,
  },
  {
    invariant: "5 unexpected money is recorded as late, and returned unless the tenant keeps it",
    sql: `${charged} SELECT format('payment %s has %s late, %s returned; the PSP has %s, %s', p.id, p.amount_late,
        p.amount_late_returned, t.captured + t.surplus + s.surplus, t.refunded + s.returned) AS violation
      FROM payments p JOIN ${chargedByPayment("a.status = 'late'")} t ON (t.tenant_id, t.payment_id) = (p.tenant_id, p.id)
        JOIN ${chargedByPayment("a.status IN ('approved', 'failed')")} s ON (s.tenant_id, s.payment_id) = (p.tenant_id, p.id)
      WHERE ${isSettled} AND (p.amount_late, p.amount_late_returned)
        IS DISTINCT FROM (t.captured + t.surplus + s.surplus, t.refunded + s.returned)
      UNION ALL SELECT format('the PSP holds %s of charge %s, whose attempt is %s', authorized - released - refunded, charge_id, a.status)
      FROM charged JOIN attempts a ON a.id = attempt_id JOIN payments p ON (p.tenant_id, p.id) = (a.tenant_id, a.payment_id)
      WHERE a.status = 'declined' AND authorized > released + refunded AND ${isSettled}
      UNION ALL SELECT format('the PSP reserves %s of charge %s, whose attempt is late', authorized - captured - released, charge_id)
      FROM charged JOIN attempts a ON a.id = attempt_id JOIN payments p ON (p.tenant_id, p.id) = (a.tenant_id, a.payment_id)
      WHERE a.status = 'late' AND authorized > captured + released AND ${isSettled}`,
  },
  {
    invariant: "11 an approved charge has the session, amount and currency of its payment",
    sql: `${charged} SELECT format('charge %s of %s %s belongs to payment %s of %s %s', t.charge_id, t.authorized, t.currency,
        p.id, p.amount, p.currency) AS violation
      FROM charged t JOIN attempts a ON a.id = t.attempt_id JOIN payments p ON (p.tenant_id, p.id) = (a.tenant_id, a.payment_id)
      WHERE a.status = 'approved' AND (t.authorized, t.currency, t.session_id)
        <> (COALESCE((a.evidence->>'amount')::bigint, p.amount), p.currency, p.session_id)`,
  },
];
