-- Payments from before there was a ledger get the entries that their approval would have posted, so that the books are
-- whole from the first payment on; and authorizations the week that the sandbox gives them.
ALTER TABLE payments NO FORCE ROW LEVEL SECURITY;
ALTER TABLE attempts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_transactions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries NO FORCE ROW LEVEL SECURITY;

-- The rest of a payment's id, its tenant's key, time and random part, makes an id of its own behind another prefix.
CREATE TEMPORARY TABLE unbooked ON COMMIT DROP AS
  SELECT p.tenant_id, p.mode, p.id AS payment_id, a.id AS attempt_id, p.amount, p.currency, a.decided_at,
    CASE p.status WHEN 'captured' THEN 'captured' ELSE 'authorized' END AS kind, right(p.id, 37) AS rest
  FROM payments p JOIN attempts a ON a.tenant_id = p.tenant_id AND a.payment_id = p.id AND a.status = 'approved'
  WHERE p.status IN ('authorized', 'captured')
    AND NOT EXISTS (SELECT FROM ledger_transactions t WHERE t.tenant_id = p.tenant_id AND t.payment_id = p.id);

INSERT INTO ledger_transactions (tenant_id, id, mode, kind, source_id, payment_id, created_at)
  SELECT tenant_id, 'ltx_' || mode || '_' || rest, mode, kind, attempt_id, payment_id, decided_at FROM unbooked;
INSERT INTO ledger_entries (tenant_id, id, mode, transaction_id, payment_id, account, currency, amount, created_at)
  SELECT tenant_id, 'lte_' || mode || '_' || left(rest, 36) || place, mode, 'ltx_' || mode || '_' || rest, payment_id, account,
    currency, sign * amount, decided_at
  FROM unbooked JOIN (VALUES
    ('captured', 1, 'psp_clearing', 1), ('captured', 2, 'merchant_payable', -1),
    ('authorized', 1, 'customer_funds_receivable', 1), ('authorized', 2, 'authorized_funds', -1)
  ) AS entry (kind, place, account, sign) USING (kind);

UPDATE payments p SET capture_before = u.decided_at + interval '7 days'
FROM unbooked u
WHERE u.kind = 'authorized' AND p.tenant_id = u.tenant_id AND p.id = u.payment_id AND p.capture_before IS NULL;

-- The balance is checked at the end of a transaction; here now, for a table with checks outstanding can't be altered.
SET CONSTRAINTS ALL IMMEDIATE;
ALTER TABLE payments FORCE ROW LEVEL SECURITY;
ALTER TABLE attempts FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_transactions FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries FORCE ROW LEVEL SECURITY;
