import { type Check, charged, isSettled } from "./check.ts";

/** What the bank holds or has kept of the money of dispute `d`. */
const withdrawn = `(CASE WHEN d.stage = 'inquiry' THEN 0 WHEN d.status IN ('won', 'lost') THEN d.amount_lost ELSE d.amount END)`;

/** What has come back until the decision. */
const returned = `(CASE d.status WHEN 'under_review' THEN d.amount_returned ELSE 0 END)`;

/** Compares disputes with payments, the ledger, events and the simulated PSP's records. */
export const disputeChecks: readonly Check[] = [
  {
    invariant: "payments = disputes: the disputed amounts are those of the chargebacks",
    sql: `SELECT format('payment %s has %s disputed and %s of late funds, its chargebacks have %s and %s', p.id,
        p.amount_disputed, p.amount_late_disputed, h.own, h.late) AS violation
      FROM payments p CROSS JOIN LATERAL (
        SELECT COALESCE(sum(${withdrawn}) FILTER (WHERE NOT d.late), 0) AS own,
          COALESCE(sum(${withdrawn}) FILTER (WHERE d.late), 0) AS late
        FROM disputes d WHERE (d.tenant_id, d.payment_id) = (p.tenant_id, p.id)) h
      WHERE (p.amount_disputed, p.amount_late_disputed) <> (h.own, h.late)`,
  },
  {
    invariant: "6 one transition has one set of effects: disputes = their postings",
    sql: `SELECT format('dispute %s is %s %s with a fee of %s, but posted %s', d.id, d.stage, d.status, d.fee, l.kinds) AS violation
      FROM disputes d CROSS JOIN LATERAL (
          SELECT COALESCE(string_agg(kind, ' ' ORDER BY kind), '') AS kinds FROM ledger_transactions
          WHERE (tenant_id, source_id) = (d.tenant_id, d.id)) l
      WHERE d.revision = 0 AND l.kinds <> concat_ws(' ', CASE WHEN d.fee > 0 THEN 'dispute_fee' END,
        CASE WHEN d.amount_lost > 0 THEN 'dispute_lost' END, CASE WHEN d.stage = 'chargeback' THEN 'dispute_opened' END,
        CASE WHEN d.amount_returned > 0 AND d.status <> 'under_review' THEN 'dispute_retaken' END,
        CASE WHEN d.amount_returned > 0 THEN 'dispute_returned' END,
        CASE WHEN d.status IN ('won', 'lost') AND d.amount_lost < d.amount THEN 'dispute_won' END)`,
  },
  {
    invariant:
      "6 one transition has one set of effects: a dispute's postings add up to what the bank holds and has kept",
    sql: `SELECT format('dispute %s is %s %s of %s with %s lost and a fee of %s, but its postings sum to %s of %s held, %s lost and %s in fees',
        d.id, d.stage, d.status, d.amount, d.amount_lost, d.fee, l.taken, l.held, l.lost, l.fees) AS violation
      FROM disputes d CROSS JOIN LATERAL (
          SELECT COALESCE(sum(amount) FILTER (WHERE account = 'disputes'), 0) AS held,
            COALESCE(sum(amount) FILTER (WHERE account IN ('merchant_payable', 'surplus')), 0) AS lost,
            COALESCE(sum(amount) FILTER (WHERE account = 'fees'), 0) AS fees,
            COALESCE(-sum(amount) FILTER (WHERE account = 'psp_clearing'), 0) AS taken
          FROM ledger_entries WHERE (tenant_id, source_id) = (d.tenant_id, d.id)) l
      WHERE (l.held, l.lost, l.fees, l.taken)
        <> (${withdrawn} - d.amount_lost - ${returned}, d.amount_lost, d.fee, ${withdrawn} - ${returned} + d.fee)`,
  },
  {
    invariant: "6 one transition has one set of effects: disputes = their events",
    sql: `SELECT format('dispute %s is %s, but has %s dispute.opened and %s dispute.closed events', d.id, d.status,
        e.opened, e.closed) AS violation
      FROM disputes d CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE type = 'dispute.opened') AS opened, count(*) FILTER (WHERE type = 'dispute.closed') AS closed
          FROM events WHERE (tenant_id, session_id) = (d.tenant_id, d.session_id) AND type LIKE 'dispute.%'
            AND object->>'id' = d.id) e
      WHERE e.opened <> 1 OR e.closed NOT BETWEEN (d.closed_at IS NOT NULL)::int AND d.revision + (d.closed_at IS NOT NULL)::int
        OR (d.revision > 0 AND e.closed = 0)`,
  },
  {
    invariant: "2 the PSP gets each request about a dispute once, under a key that was stored before",
    sql: `SELECT format('the PSP got %s requests about dispute %s, which had %s actions', count(r.*), d.id, d.action_count) AS violation
      FROM disputes d JOIN sandbox_psp.dispute_requests r ON r.dispute = d.psp_reference
      GROUP BY d.tenant_id, d.id HAVING count(r.*) > d.action_count OR bool_or(left(r.idempotency_key, length(d.id)) <> d.id)`,
  },
  {
    invariant: "11 a dispute is about a charge that took money, has its currency and at most its amount",
    sql: `SELECT format('dispute %s of %s %s is about %s attempt %s of payment %s of %s %s', d.id, d.amount, d.currency,
        a.status, a.id, p.id, p.amount_captured, p.currency) AS violation
      FROM disputes d JOIN payments p ON (p.tenant_id, p.id) = (d.tenant_id, d.payment_id)
        LEFT JOIN attempts a ON (a.tenant_id, a.payment_id, a.id) = (p.tenant_id, p.id, d.attempt_id)
      WHERE d.currency <> p.currency OR d.session_id <> p.session_id
        OR d.amount > CASE WHEN d.late THEN p.amount_late ELSE p.amount_captured + p.amount_over_disputed END
        OR a.status IS NULL OR NOT (a.status = ANY (CASE WHEN d.late THEN '{late}' ELSE '{approved,failed}' END::text[]))`,
  },
  {
    invariant:
      "6 a lost dispute of late funds is posted to the surplus if it still holds them, else to the merchant",
    sql: `SELECT format('the loss of dispute %s of late funds is posted to %s', d.id, e.account) AS violation
      FROM disputes d JOIN ledger_transactions t ON (t.tenant_id, t.source_id, t.kind) = (d.tenant_id, d.id, 'dispute_lost')
        JOIN ledger_entries e ON (e.tenant_id, e.transaction_id) = (t.tenant_id, t.id) AND e.amount > 0
      WHERE e.account <> CASE WHEN d.late AND NOT EXISTS (
            SELECT FROM ledger_transactions g WHERE g.tenant_id = d.tenant_id AND g.created_at <= t.created_at
              AND (g.kind, g.source_id) = ('late_kept', d.attempt_id)
            UNION ALL SELECT FROM ledger_transactions g JOIN movements m ON (m.tenant_id, m.id) = (g.tenant_id, g.source_id)
            WHERE g.kind = 'late_returned' AND g.created_at <= t.created_at
              AND (m.tenant_id, m.attempt_id) = (d.tenant_id, d.attempt_id)
              AND NOT EXISTS (SELECT FROM ledger_transactions r WHERE (r.tenant_id, r.reverses) = (g.tenant_id, g.id)
                AND r.created_at <= t.created_at))
          THEN 'surplus' ELSE 'merchant_payable' END`,
  },
  {
    invariant: "5 unexpected money is returned exactly once, or after the dispute that prevented its return",
    // Except for money that the tenant's setting keeps, and money that the PSP refused to return.
    sql: `${charged} SELECT format('attempt %s brought %s of unexpected money, of which %s was returned and %s lost', a.id, brought, b.returned, b.lost) AS violation
      FROM attempts a JOIN payments p ON (p.tenant_id, p.id) = (a.tenant_id, a.payment_id)
        JOIN (SELECT attempt_id, sum(captured) AS captured, sum(surplus) AS surplus FROM charged GROUP BY 1) c ON c.attempt_id = a.id
        CROSS JOIN LATERAL (SELECT CASE a.status WHEN 'late' THEN c.captured + c.surplus ELSE c.surplus END AS brought) u
        CROSS JOIN LATERAL (SELECT
          (SELECT COALESCE(sum(m.amount), 0) FROM movements m WHERE (m.tenant_id, m.payment_id) = (p.tenant_id, p.id)
            AND m.attempt_id = a.id AND m.kind = 'refund' AND (m.late OR a.status = 'late')
              AND m.status <> 'failed') AS returned,
          (SELECT COALESCE(sum(${withdrawn}), 0) FROM disputes d WHERE (d.tenant_id, d.payment_id) = (p.tenant_id, p.id)
            AND d.attempt_id = a.id AND d.late) AS lost) b
      WHERE a.status IN ('late', 'approved') AND ${isSettled} AND (b.returned > brought OR (b.returned + b.lost < brought
        AND NOT EXISTS (SELECT FROM ledger_transactions t WHERE (t.tenant_id, t.source_id, t.kind) = (a.tenant_id, a.id, 'late_kept'))
        AND NOT EXISTS (SELECT FROM movements m WHERE (m.tenant_id, m.payment_id) = (p.tenant_id, p.id) AND m.attempt_id = a.id
          AND m.status = 'failed' AND m.failure_reason <> 'charge_disputed')))`,
  },
];
