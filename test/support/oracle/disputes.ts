import type { Check } from "./check.ts";

/** Chargebacks whose money the bank holds or has kept. */
const holding = "d.stage = 'chargeback' AND d.status <> 'won'";

/** Disputes against payments, ledger, events and what the simulated PSP did with them. */
export const disputeChecks: readonly Check[] = [
  {
    invariant: "payments = disputes: what banks hold is what the payment says",
    sql: `SELECT format('payment %s says %s disputed, its chargebacks hold %s', p.id, p.amount_disputed, COALESCE(sum(d.amount), 0))
        AS words
      FROM payments p LEFT JOIN disputes d ON (d.tenant_id, d.payment_id) = (p.tenant_id, p.id) AND ${holding}
      GROUP BY p.tenant_id, p.id HAVING p.amount_disputed <> COALESCE(sum(d.amount), 0)`,
  },
  {
    invariant: "6 one transition has one set of effects: disputes = their postings",
    sql: `SELECT format('dispute %s is %s %s with a fee of %s, but posted %s', d.id, d.stage, d.status, d.fee, l.kinds) AS words
      FROM disputes d CROSS JOIN LATERAL (
          SELECT COALESCE(string_agg(kind, ' ' ORDER BY kind), '') AS kinds FROM ledger_transactions
          WHERE (tenant_id, source_id) = (d.tenant_id, d.id)) l
      WHERE l.kinds <> concat_ws(' ', CASE WHEN d.fee > 0 THEN 'dispute_fee' END,
        CASE WHEN d.status = 'lost' THEN 'dispute_lost' END, CASE WHEN d.stage = 'chargeback' THEN 'dispute_opened' END,
        CASE WHEN d.status = 'won' THEN 'dispute_won' END)`,
  },
  {
    invariant: "6 one transition has one set of effects: disputes = their events",
    sql: `SELECT format('dispute %s is %s, but %s events tell that it was opened and %s that it was closed', d.id, d.status,
        e.opened, e.closed) AS words
      FROM disputes d CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE type = 'dispute.opened') AS opened, count(*) FILTER (WHERE type = 'dispute.closed') AS closed
          FROM events WHERE (tenant_id, session_id) = (d.tenant_id, d.session_id) AND type LIKE 'dispute.%'
            AND object->>'id' = d.id) e
      WHERE e.opened <> 1 OR e.closed <> (d.closed_at IS NOT NULL)::int`,
  },
  {
    invariant: "2 what is asked of the PSP about a dispute is asked once, under a key that was stored before",
    sql: `SELECT format('the PSP was asked %s times about dispute %s, which had %s actions', count(r.*), d.id, d.action_count) AS words
      FROM disputes d JOIN sandbox_psp.dispute_requests r ON r.dispute = d.psp_reference
      GROUP BY d.tenant_id, d.id HAVING count(r.*) > d.action_count OR bool_or(left(r.idempotency_key, length(d.id)) <> d.id)`,
  },
  {
    invariant: "11 a dispute is of a charge that was taken, in its currency and no more than it",
    sql: `SELECT format('dispute %s of %s %s is held against payment %s of %s %s', d.id, d.amount, d.currency, p.id,
        p.amount_captured, p.currency) AS words
      FROM disputes d JOIN payments p ON (p.tenant_id, p.id) = (d.tenant_id, d.payment_id)
      WHERE d.currency <> p.currency OR d.amount > p.amount_captured OR d.session_id <> p.session_id`,
  },
];
