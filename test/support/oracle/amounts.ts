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
    invariant: "amounts: what events tell of a payment are its amounts",
    sql: `SELECT format('event %s (%s) tells of %s %s with %s captured of payment %s of %s %s, of which %s were captured by then', e.id,
        e.type, e.object->>'amount', e.object->>'currency', e.object->>'amountCaptured', p.id, p.amount, p.currency, c.captured) AS words
      FROM (SELECT *, count(*) FILTER (WHERE type = 'payment.captured') OVER (PARTITION BY tenant_id, session_id
          ORDER BY sequence) AS captures FROM events WHERE type LIKE 'payment.%') e
        JOIN payments p ON (p.tenant_id, p.session_id) = (e.tenant_id, e.session_id)
        CROSS JOIN LATERAL (SELECT COALESCE(sum(booked.amount), 0) AS captured FROM (
          SELECT n.amount FROM ledger_transactions t JOIN ledger_entries n ON (n.tenant_id, n.transaction_id) = (t.tenant_id, t.id)
          WHERE (t.tenant_id, t.payment_id, t.kind) = (p.tenant_id, p.id, 'captured') AND n.account = 'psp_clearing'
          ORDER BY n.position LIMIT e.captures) booked) c
      WHERE (e.object->>'id', e.object->>'amount', e.object->>'currency', e.object->>'amountCaptured')
        IS DISTINCT FROM (p.id, p.amount::text, p.currency, c.captured::text)`,
  },
];
