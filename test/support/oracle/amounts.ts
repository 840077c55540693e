import type { Check } from "./check.ts";

/** Postings `t` that have the amount of their movement `m`. The release by a final capture has another amount. */
const hasAmountOfMovement =
  "t.kind IN ('captured', 'capture_failed', 'refund_created', 'refund_succeeded', 'late_returned') OR (t.kind = 'released' AND m.kind = 'void')";

/** Compares the amounts of payments, movements, disputes and sessions with those of their postings and events. */
export const amountChecks: readonly Check[] = [
  {
    invariant: "amounts: the postings of a movement have its amount",
    sql: `SELECT format('%s %s of %s %s is posted as %s of %s %s', m.kind, m.id, m.amount, m.currency, t.kind, e.amount, e.currency)
        AS violation
      FROM movements m JOIN ledger_transactions t ON (t.tenant_id, t.source_id) = (m.tenant_id, m.id)
        JOIN ledger_entries e ON (e.tenant_id, e.transaction_id) = (t.tenant_id, t.id) AND e.amount > 0
      WHERE (${hasAmountOfMovement}) AND (e.amount, e.currency) <> (m.amount, m.currency)`,
  },
  {
    invariant: "amounts: the events of a refund have its amount",
    sql: `SELECT format('event %s (%s) has %s %s, refund %s has %s %s', e.id, e.type, e.object->>'amount',
        e.object->>'currency', m.id, m.amount, m.currency) AS violation
      FROM events e LEFT JOIN movements m ON (m.tenant_id, m.id, m.kind) = (e.tenant_id, e.object->>'id', 'refund')
      WHERE e.type LIKE 'refund.%'
        AND (e.object->>'amount', e.object->>'currency') IS DISTINCT FROM (m.amount::text, m.currency)`,
  },
  {
    invariant: "amounts: the events of a session have its amount",
    sql: `SELECT format('event %s (%s) has %s %s, session %s has %s %s', e.id, e.type, e.object->>'amount',
        e.object->>'currency', s.id, s.amount, s.currency) AS violation
      FROM events e JOIN checkout_sessions s ON (s.tenant_id, s.id) = (e.tenant_id, e.session_id)
      WHERE e.type LIKE 'checkout.session.%'
        -- The customer may change the amount after they have extended the session.
        AND NOT (e.type = 'checkout.session.extended' AND s.chosen IS NOT NULL)
        AND (e.object->>'amount', e.object->>'currency') IS DISTINCT FROM (s.amount::text, s.currency)`,
  },
  {
    invariant: "amounts: the last event of a dispute has its amount and fee",
    sql: `SELECT format('event %s (%s) has %s %s with a fee of %s, dispute %s has %s %s with a fee of %s', e.id, e.type,
        e.object->>'amount', e.object->>'currency', e.object->>'fee', d.id, d.amount, d.currency, d.fee) AS violation
      FROM (SELECT DISTINCT ON (tenant_id, object->>'id') * FROM events WHERE type LIKE 'dispute.%'
          ORDER BY tenant_id, object->>'id', sequence DESC) e
        LEFT JOIN disputes d ON (d.tenant_id, d.id) = (e.tenant_id, e.object->>'id')
      WHERE (e.object->>'amount', e.object->>'currency', e.object->>'fee', e.object->>'amountLost')
        IS DISTINCT FROM (d.amount::text, d.currency, d.fee::text, d.amount_lost::text)`,
  },
  {
    invariant: "amounts: the last event about late funds or a surplus has the payment's late amount",
    sql: `SELECT format('event %s (%s) has a late amount of %s %s, payment %s has %s %s', e.id, e.type, e.object->>'amountLate',
        e.object->>'currency', p.id, p.amount_late, p.currency) AS violation
      FROM (SELECT DISTINCT ON (tenant_id, session_id) * FROM events WHERE type IN ('payment.late_funds', 'payment.overfunded')
          ORDER BY tenant_id, session_id, sequence DESC) e
        JOIN payments p ON (p.tenant_id, p.session_id) = (e.tenant_id, e.session_id)
      WHERE (e.object->>'amountLate', e.object->>'currency') IS DISTINCT FROM (p.amount_late::text, p.currency)`,
  },
  {
    invariant: "amounts: the events of a payment have its amounts",
    sql: `SELECT format('event %s (%s) has %s %s with %s captured; payment %s has %s %s, with %s captured by then', e.id,
        e.type, e.object->>'amount', e.object->>'currency', e.object->>'amountCaptured', p.id, p.amount, p.currency, e.captured) AS violation
      FROM (SELECT *, COALESCE((array_agg((object->>'amountCaptured')::bigint)
            FILTER (WHERE type IN ('payment.captured', 'payment.capture_failed')) OVER (PARTITION BY tenant_id, session_id
              ORDER BY sequence DESC ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING))[1], 0) AS captured
          FROM events WHERE type LIKE 'payment.%') e
        JOIN payments p ON (p.tenant_id, p.session_id) = (e.tenant_id, e.session_id)
      WHERE (e.object->>'id', e.object->>'amount', e.object->>'currency', e.object->>'amountCaptured')
        IS DISTINCT FROM (p.id, p.amount::text, p.currency, e.captured::text)`,
  },
  {
    // In any order: two captures on a sandbox clock may have the same time.
    invariant: "amounts: the events of captures have the posted amounts",
    sql: `SELECT format('payment %s has captures of %s in its events, of %s in the ledger', p.id, e.reported, l.posted) AS violation
      FROM payments p CROSS JOIN LATERAL (
          SELECT COALESCE(array_agg(amount ORDER BY amount), '{}') AS reported FROM (
            SELECT (object->>'amountCaptured')::bigint
              - lag((object->>'amountCaptured')::bigint, 1, 0::bigint) OVER (ORDER BY sequence) AS amount
            FROM events WHERE (tenant_id, session_id) = (p.tenant_id, p.session_id)
              AND type IN ('payment.captured', 'payment.capture_failed')) captures WHERE amount <> 0) e
        CROSS JOIN LATERAL (
          SELECT COALESCE(array_agg(amount ORDER BY amount), '{}') AS posted FROM ledger_entries
          WHERE (tenant_id, payment_id, account) = (p.tenant_id, p.id, 'psp_clearing') AND kind IN ('captured', 'capture_failed')) l
      WHERE e.reported <> l.posted`,
  },
];
