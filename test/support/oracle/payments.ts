import type { Check } from "./check.ts";

/** Compares attempts, movements, payments and sessions with each other. */
export const paymentChecks: readonly Check[] = [
  {
    invariant: "1 at most one attempt of a payment is in progress or has succeeded",
    sql: `SELECT format('payment %s has %s attempts that are in progress or have succeeded', payment_id, count(*)) AS violation FROM attempts
      WHERE status NOT IN ('declined', 'late') GROUP BY tenant_id, payment_id HAVING count(*) > 1`,
  },
  {
    invariant: "3 while an attempt has no outcome, its payment and session are processing",
    sql: `SELECT format('attempt %s is %s but its payment is %s and its session %s/%s', a.id, a.status, p.status, s.status,
        s.payment_status) AS violation
      FROM attempts a JOIN payments p ON (p.tenant_id, p.id) = (a.tenant_id, a.payment_id)
        JOIN checkout_sessions s ON (s.tenant_id, s.id) = (p.tenant_id, p.session_id)
      WHERE a.status IN ('started', 'unknown', 'action_required', 'pending') AND (s.payment_status <> 'processing'
        OR s.status <> CASE WHEN a.status = 'pending' THEN 'complete' ELSE 'open' END
        OR p.status <> CASE WHEN a.status = 'action_required' THEN 'requires_action' ELSE 'processing' END)`,
  },
  {
    invariant: "3 every attempt without an outcome is scheduled for reconciliation",
    sql: `SELECT format('attempt %s is %s and scheduled for reconciliation at %s', id, status, next_check_at) AS violation FROM attempts
      WHERE CASE WHEN status = 'late' THEN next_check_at IS NOT NULL
        WHEN status IN ('approved', 'declined', 'failed') THEN false ELSE next_check_at IS NULL END`,
  },
  {
    invariant:
      "4 state never goes back: an attempt has failed exactly if the PSP has changed its decision an odd number of times",
    sql: `SELECT format('attempt %s is %s, %s times decided otherwise, of a payment with %s capture that is %s, with %s versions of captured and %s of capture_failed',
        a.id, a.status, a.revision, p.capture_method, p.status, l.captured, l.failed) AS violation
      FROM attempts a JOIN payments p ON (p.tenant_id, p.id) = (a.tenant_id, a.payment_id)
        CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE kind = 'captured') AS captured, count(*) FILTER (WHERE kind = 'capture_failed') AS failed
          FROM ledger_transactions WHERE (tenant_id, source_id) = (a.tenant_id, a.id)) l
      WHERE (a.revision > 0 OR a.status = 'failed') AND ((a.status = 'failed') <> (a.revision % 2 = 1)
        OR (a.status = 'failed') <> (p.status = 'failed') OR (l.captured, l.failed) <> (a.revision / 2 + 1, (a.revision + 1) / 2))`,
  },
  {
    invariant: "payments = attempts: a payment has money exactly if an attempt is approved",
    sql: `SELECT format('payment %s is %s with %s authorized, %s captured, %s released and %s approved attempts', p.id, p.status,
        p.amount_authorized, p.amount_captured, p.amount_released, count(a.id)) AS violation
      FROM payments p LEFT JOIN attempts a ON (a.tenant_id, a.payment_id) = (p.tenant_id, p.id) AND a.status = 'approved'
      GROUP BY p.tenant_id, p.id HAVING p.amount_authorized <> COALESCE(sum(CASE WHEN a.evidence IS NOT NULL THEN (a.evidence->>'amount')::bigint
          ELSE LEAST(p.amount, COALESCE(a.amount_received, p.amount)) END) FILTER (WHERE a.id IS NOT NULL), 0)
        OR (count(a.id) = 1) <> (p.status IN ('authorized', 'captured', 'voided'))
        OR (count(a.id) = 1 AND p.status <> CASE WHEN p.amount_captured + p.amount_released < p.amount_authorized
          THEN 'authorized' WHEN p.amount_captured > 0 THEN 'captured' ELSE 'voided' END)`,
  },
  {
    invariant:
      "payments = movements: amounts are the sums of the movements that succeeded or are in progress",
    sql: `SELECT format('payment %s has %s captured, %s refunded, %s refunds and %s captures in progress, %s released; its movements have %s, %s, %s, %s, %s',
        p.id, p.amount_captured, p.amount_refunded, p.amount_refund_pending, p.amount_capture_pending, p.amount_released,
        m.captured, m.refunded, m.refunding, m.capturing, m.voided) AS violation
      FROM payments p CROSS JOIN LATERAL (
        SELECT COALESCE(sum(amount) FILTER (WHERE kind = 'capture' AND done), 0)
            + CASE WHEN p.capture_method = 'automatic' THEN p.amount_authorized ELSE 0 END AS captured,
          COALESCE(sum(amount) FILTER (WHERE kind = 'capture' AND doing), 0) AS capturing,
          COALESCE(sum(amount) FILTER (WHERE kind = 'refund' AND done AND NOT late), 0) AS refunded,
          COALESCE(sum(amount) FILTER (WHERE kind = 'refund' AND doing AND NOT late), 0) AS refunding,
          COALESCE(sum(amount) FILTER (WHERE kind = 'refund' AND done AND late), 0) AS returned,
          COALESCE(sum(amount) FILTER (WHERE kind IN ('void', 'call_off') AND done AND NOT late), 0) AS voided,
          COALESCE(bool_or(kind = 'capture' AND done AND final), false) AS final,
          COALESCE(bool_or(kind = 'capture' AND revision > 0), false) AS revised
        FROM (SELECT *, status = 'succeeded' AS done, status IN ('started', 'unknown', 'pending') AS doing FROM movements
          WHERE (tenant_id, payment_id) = (p.tenant_id, p.id)) each) m
      WHERE (p.amount_captured, p.amount_refunded, p.amount_refund_pending, p.amount_capture_pending, p.amount_late_returned)
          <> (m.captured, m.refunded, m.refunding, m.capturing, m.returned)
        OR p.amount_released <> CASE WHEN m.revised THEN m.voided + (SELECT COALESCE(sum(e.amount), 0) FROM ledger_entries e
            WHERE (e.tenant_id, e.payment_id, e.kind, e.account) = (p.tenant_id, p.id, 'released', 'authorized_funds') AND e.source_id LIKE 'cap\\_%')
          WHEN m.final THEN p.amount_authorized - p.amount_captured ELSE m.voided END`,
  },
  {
    invariant: "9 refunds are positive and together at most the captured amount",
    sql: `SELECT format('payment %s: %s refunded or being refunded of %s', p.id, sum(m.amount), p.amount_captured) AS violation
      FROM payments p JOIN movements m ON (m.tenant_id, m.payment_id) = (p.tenant_id, p.id) AND m.kind = 'refund'
        AND m.status <> 'failed' AND NOT m.late
      GROUP BY p.tenant_id, p.id HAVING sum(m.amount) > p.amount_captured + p.amount_over_refunded OR min(m.amount) < 1
        OR (p.amount_over_refunded > 0 AND NOT EXISTS (SELECT FROM movements c
          WHERE (c.tenant_id, c.payment_id) = (p.tenant_id, p.id) AND c.revision > 0)
          AND NOT EXISTS (SELECT FROM attempts c WHERE (c.tenant_id, c.payment_id) = (p.tenant_id, p.id) AND c.revision > 0))`,
  },
  {
    invariant: "a payment without money is failed exactly if no further attempt is possible",
    sql: `SELECT format('session %s is %s but its payment %s is %s', s.id, s.status, p.id, p.status) AS violation
      FROM payments p JOIN checkout_sessions s ON (s.tenant_id, s.id) = (p.tenant_id, p.session_id)
      WHERE p.status IN ('requires_payment_method', 'failed') AND (p.status = 'failed') <> (s.status <> 'open'
        OR (SELECT count(*) FROM attempts WHERE (tenant_id, payment_id) = (p.tenant_id, p.id)) >= 10)`,
  },
  {
    invariant: "payments = sessions",
    sql: `SELECT format('session %s is %s/%s but its payment %s is %s', s.id, s.status, s.payment_status, p.id,
        COALESCE(p.status, 'absent')) AS violation
      FROM checkout_sessions s LEFT JOIN payments p ON (p.tenant_id, p.session_id) = (s.tenant_id, s.id)
      WHERE s.payment_id IS DISTINCT FROM p.id OR s.payment_status <> CASE COALESCE(p.status, 'none')
          WHEN 'captured' THEN 'paid' WHEN 'authorized' THEN 'authorized' WHEN 'processing' THEN 'processing'
          WHEN 'requires_action' THEN 'processing' WHEN 'needs_review' THEN 'processing' ELSE 'unpaid' END
        OR (s.payment_status IN ('paid', 'authorized') AND s.status <> 'complete')
        OR (s.status = 'expired' AND s.payment_status <> 'unpaid')
        OR (s.status = 'complete') <> (s.completed_at IS NOT NULL)`,
  },
];
