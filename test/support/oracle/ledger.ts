import { type Check, charged, chargedByPayment, isSettled } from "./check.ts";

/** The balances of each payment in the ledger, by account, without what settlements have moved on. */
const balances = `balances AS (
  SELECT p.tenant_id, p.id AS payment_id, jsonb_object_agg(COALESCE(e.account, ''), e.balance) AS accounts
  FROM payments p LEFT JOIN (SELECT tenant_id, payment_id, account, sum(amount) AS balance FROM ledger_entries
    WHERE source_id NOT LIKE 'stl\\_%' GROUP BY tenant_id, payment_id, account) e ON (e.tenant_id, e.payment_id) = (p.tenant_id, p.id)
  GROUP BY p.tenant_id, p.id)`;

/** The balances of each payment that follow from its amounts and disputes. */
const expected = `expected AS (
  SELECT p.tenant_id, p.id AS payment_id, jsonb_build_object(
    'customer_funds_receivable', p.amount_authorized - p.amount_captured - p.amount_released,
    'authorized_funds', p.amount_captured + p.amount_released - p.amount_authorized,
    'psp_clearing', p.amount_captured - p.amount_refunded + p.amount_late - p.amount_late_returned - d.open - d.lost - d.fees,
    'merchant_payable', p.amount_refunded + p.amount_refund_pending - p.amount_captured + d.lost - l.kept - s.lost,
    'refunds', -p.amount_refund_pending,
    'disputes', d.open,
    'fees', d.fees,
    'surplus', p.amount_late_returned + l.kept + s.lost - p.amount_late) AS accounts
  FROM payments p CROSS JOIN LATERAL (
      SELECT COALESCE(sum(amount - CASE status WHEN 'under_review' THEN amount_returned ELSE 0 END)
          FILTER (WHERE status IN ('needs_response', 'under_review')), 0) AS open,
        COALESCE(sum(amount_lost), 0) AS lost, COALESCE(sum(fee), 0) AS fees
      FROM disputes WHERE (tenant_id, payment_id) = (p.tenant_id, p.id) AND stage = 'chargeback') d
    CROSS JOIN LATERAL (
      SELECT COALESCE(sum(-e.amount), 0) AS kept FROM ledger_transactions t JOIN ledger_entries e
        ON (e.tenant_id, e.transaction_id) = (t.tenant_id, t.id) AND e.account = 'merchant_payable'
      WHERE (t.tenant_id, t.payment_id) = (p.tenant_id, p.id) AND t.kind = 'late_kept') l
    CROSS JOIN LATERAL (
      SELECT COALESCE(sum(e.amount), 0) AS lost FROM ledger_transactions t JOIN ledger_entries e
        ON (e.tenant_id, e.transaction_id) = (t.tenant_id, t.id) AND e.account = 'surplus'
      WHERE (t.tenant_id, t.payment_id) = (p.tenant_id, p.id) AND t.kind IN ('dispute_lost', 'dispute_loss_undone')) s)`;

/** Checks the ledger itself, and compares it with payments and with the PSP's charge log. */
export const ledgerChecks: readonly Check[] = [
  {
    invariant: "10 every ledger transaction sums to zero per currency, and has entries",
    sql: `SELECT format('ledger transaction %s (%s) sums to %s in %s with %s entries', t.id, t.kind, COALESCE(sum(e.amount), 0),
        e.currency, count(e.id)) AS violation
      FROM ledger_transactions t LEFT JOIN ledger_entries e ON (e.tenant_id, e.transaction_id) = (t.tenant_id, t.id)
      GROUP BY t.tenant_id, t.id, e.currency HAVING COALESCE(sum(e.amount), 0) <> 0 OR count(e.id) < 2`,
  },
  {
    invariant: "10 a transaction is reversed once, by its opposite",
    sql: `SELECT format('%s transactions reverse %s', count(*), reverses) AS violation FROM ledger_transactions
        WHERE reverses IS NOT NULL GROUP BY tenant_id, reverses HAVING count(*) > 1
      UNION ALL SELECT format('%s (%s) is not the opposite of %s', t.id, t.kind, t.reverses) FROM ledger_transactions t
        WHERE t.reverses IS NOT NULL AND EXISTS (
          SELECT FROM ledger_entries e WHERE e.tenant_id = t.tenant_id AND e.transaction_id IN (t.id, t.reverses)
          GROUP BY account, currency HAVING sum(amount) <> 0)`,
  },
  {
    invariant: "10 ledger = payments: the balances follow from the payment's amounts",
    sql: `WITH ${balances}, ${expected}
      SELECT format('payment %s: %s is %s in the ledger and %s by its amounts', e.payment_id, account.key,
        COALESCE(b.accounts->>account.key, '0'), account.value) AS violation
      FROM expected e JOIN balances b USING (tenant_id, payment_id) CROSS JOIN LATERAL jsonb_each_text(e.accounts) account
      WHERE account.value::numeric <> COALESCE((b.accounts->>account.key)::numeric, 0)`,
  },
  {
    invariant: "charge log = ledger: psp_clearing is the amount that the PSP holds",
    sql: `${charged}, ${balances}
      SELECT format('payment %s: the PSP holds %s, the ledger says %s', p.id, t.held,
        COALESCE(b.accounts->>'psp_clearing', '0')) AS violation
      FROM payments p JOIN balances b ON (b.tenant_id, b.payment_id) = (p.tenant_id, p.id)
        JOIN ${chargedByPayment("true")} t ON (t.tenant_id, t.payment_id) = (p.tenant_id, p.id)
      WHERE ${isSettled} AND NOT EXISTS (SELECT FROM reported_disputes r JOIN attempts a
          ON (a.tenant_id, a.id) = (r.tenant_id, r.attempt_id)
        WHERE (a.tenant_id, a.payment_id) = (p.tenant_id, p.id) AND r.next_check_at IS NOT NULL)
        AND NOT EXISTS (SELECT FROM disputes d WHERE (d.tenant_id, d.payment_id) = (p.tenant_id, p.id)
          AND (d.next_check_at <= clock_timestamp() OR d.pending_action IS NOT NULL))
        AND t.held <> COALESCE((b.accounts->>'psp_clearing')::numeric, 0)`,
  },
];
