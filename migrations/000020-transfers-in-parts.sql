-- A customer may send a transfer in parts, or more than was asked for. What has come so far is known of transfers only.
ALTER TABLE attempts ADD COLUMN amount_received bigint
  CHECK (amount_received IS NULL OR (amount_received > 0 AND method = 'bank_transfer'));

-- The same at the simulated PSP. It holds parts until they add up, and sends them back when the charge is called off. What
-- came beyond the amount is the account's, and can be refunded like the rest.
ALTER TABLE sandbox_psp.charges
  ADD COLUMN amount_received bigint NOT NULL DEFAULT 0
    CHECK (amount_received BETWEEN 0 AND 9007199254740991 AND (amount_received = 0 OR method = 'bank_transfer')),
  DROP CONSTRAINT charges_refunded_bound;
UPDATE sandbox_psp.charges SET amount_received = amount WHERE method = 'bank_transfer' AND status = 'approved';
ALTER TABLE sandbox_psp.charges
  ADD CONSTRAINT charges_refunded_bound CHECK (amount_refunded >= 0
    AND amount_refunded + amount_refund_pending
      <= amount_captured + CASE status WHEN 'approved' THEN greatest(amount_received - amount, 0) ELSE 0 END);
ALTER TABLE sandbox_psp.charge_log
  DROP CONSTRAINT charge_log_kind_check,
  ADD CONSTRAINT charge_log_kind_check CHECK (kind IN ('authorize', 'surplus', 'capture', 'void', 'release', 'refund',
    'refund_returned', 'dispute_withdrawn', 'dispute_returned', 'dispute_fee'));

-- The key under which a PSP knows a movement, where it isn't the id: what returns money that nobody waited for is asked for
-- under a key made from the attempt, so that a restored backup asks under the same.
ALTER TABLE movements ADD COLUMN psp_key text COLLATE "C";
CREATE UNIQUE INDEX movements_psp_key ON movements (tenant_id, psp_key) WHERE psp_key IS NOT NULL;

-- What becomes of money that nobody waited for is set like the rest, in each mode.
ALTER TABLE page_settings ADD COLUMN late_funds text CHECK (late_funds IN ('refund', 'keep'));
