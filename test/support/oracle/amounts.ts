import type { Check } from "./check.ts";

/** The amount that each posting of a movement books, except for what a final capture releases beside its own amount. */
const bookedOfMovement =
  "t.kind IN ('captured', 'refund_created', 'refund_succeeded', 'late_returned') OR (t.kind = 'released' AND m.kind = 'void')";

/** Amounts of movements and payments against what is booked of them and what their events tell. */
export const amountChecks: readonly Check[] = [
  {
    invariant: "amounts: what is booked of a movement is its amount",
    sql: `SELECT format('%s %s of %s %s is booked as %s of %s %s', m.kind, m.id, m.amount, m.currency, t.kind, e.amount, e.currency)
        AS words
      FROM movements m JOIN ledger_transactions t ON (t.tenant_id, t.source_id) = (m.tenant_id, m.id)
        JOIN ledger_entries e ON (e.tenant_id, e.transaction_id) = (t.tenant_id, t.id) AND e.amount > 0
      WHERE (${bookedOfMovement}) AND (e.amount, e.currency) <> (m.amount, m.currency)`,
  },
  {
    invariant: "amounts: what events tell of a refund is its amount",
    sql: `SELECT format('event %s (%s) tells of %s %s, refund %s is of %s %s', e.id, e.type, e.object->>'amount',
        e.object->>'currency', m.id, m.amount, m.currency) AS words
      FROM events e LEFT JOIN movements m ON (m.tenant_id, m.id, m.kind) = (e.tenant_id, e.object->>'id', 'refund')
      WHERE e.type LIKE 'refund.%'
        AND (e.object->>'amount', e.object->>'currency') IS DISTINCT FROM (m.amount::text, m.currency)`,
  },
  {
    invariant: "amounts: what events tell of a session is its amount",
    sql: `SELECT format('event %s (%s) tells of %s %s, session %s is of %s %s', e.id, e.type, e.object->>'amount',
        e.object->>'currency', s.id, s.amount, s.currency) AS words
      FROM events e JOIN checkout_sessions s ON (s.tenant_id, s.id) = (e.tenant_id, e.session_id)
      WHERE e.type LIKE 'checkout.session.%'
        AND (e.object->>'amount', e.object->>'currency') IS DISTINCT FROM (s.amount::text, s.currency)`,
  },
  {
    invariant: "amounts: what the last event tells of a dispute is its amount and fee",
    sql: `SELECT format('event %s (%s) tells of %s %s with a fee of %s, dispute %s is of %s %s with %s', e.id, e.type,
        e.object->>'amount', e.object->>'currency', e.object->>'fee', d.id, d.amount, d.currency, d.fee) AS words
      FROM (SELECT DISTINCT ON (tenant_id, object->>'id') * FROM events WHERE type LIKE 'dispute.%'
          ORDER BY tenant_id, object->>'id', sequence DESC) e
        LEFT JOIN disputes d ON (d.tenant_id, d.id) = (e.tenant_id, e.object->>'id')
      WHERE (e.object->>'amount', e.object->>'currency', e.object->>'fee')
        IS DISTINCT FROM (d.amount::text, d.currency, d.fee::text)`,
  },
  {
    invariant: "amounts: what events tell of money that came late or was too much is no more than came",
    sql: `SELECT format('event %s (%s) tells of %s %s that came late, payment %s has %s %s', e.id, e.type, e.object->>'amountLate',
        e.object->>'currency', p.id, p.amount_late, p.currency) AS words
      FROM (SELECT DISTINCT ON (tenant_id, session_id) * FROM events WHERE type IN ('payment.late_funds', 'payment.overfunded')
          ORDER BY tenant_id, session_id, sequence DESC) e
        JOIN payments p ON (p.tenant_id, p.session_id) = (e.tenant_id, e.session_id)
      WHERE (e.object->>'amountLate', e.object->>'currency') IS DISTINCT FROM (p.amount_late::text, p.currency)`,
  },
  {
    invariant: "amounts: what events tell of a payment are its amounts",
    sql: `SELECT format('event %s (%s) tells of %s %s with %s captured of payment %s of %s %s, of which %s were captured by then', e.id,
        e.type, e.object->>'amount', e.object->>'currency', e.object->>'amountCaptured', p.id, p.amount, p.currency, e.captured) AS words
      FROM (SELECT *, COALESCE(max((object->>'amountCaptured')::bigint) FILTER (WHERE type = 'payment.captured')
            OVER (PARTITION BY tenant_id, session_id ORDER BY sequence), 0) AS captured
          FROM events WHERE type LIKE 'payment.%') e
        JOIN payments p ON (p.tenant_id, p.session_id) = (e.tenant_id, e.session_id)
      WHERE (e.object->>'id', e.object->>'amount', e.object->>'currency', e.object->>'amountCaptured')
        IS DISTINCT FROM (p.id, p.amount::text, p.currency, e.captured::text)`,
  },
  {
    // Without regard to their order: a sandbox clock may stand still between two captures.
    invariant: "amounts: what events tell of captures is what is booked",
    sql: `SELECT format('the events of payment %s tell of captures of %s, the ledger of %s', p.id, e.told, l.booked) AS words
      FROM payments p CROSS JOIN LATERAL (
          SELECT COALESCE(array_agg(amount ORDER BY amount), '{}') AS told FROM (
            SELECT (object->>'amountCaptured')::bigint
              - lag((object->>'amountCaptured')::bigint, 1, 0::bigint) OVER (ORDER BY sequence) AS amount
            FROM events WHERE (tenant_id, session_id, type) = (p.tenant_id, p.session_id, 'payment.captured')) captures) e
        CROSS JOIN LATERAL (
          SELECT COALESCE(array_agg(amount ORDER BY amount), '{}') AS booked FROM ledger_entries
          WHERE (tenant_id, payment_id, kind, account) = (p.tenant_id, p.id, 'captured', 'psp_clearing')) l
      WHERE e.told <> l.booked`,
  },
];
