-- The PSP approved an attempt, but of another amount, currency or capture than was asked for. Nothing is applied until the
-- merchant has decided; meanwhile no other attempt may begin.
ALTER TABLE attempts DROP CONSTRAINT attempts_status_check,
  ADD CONSTRAINT attempts_status_check CHECK (status IN
    ('started', 'unknown', 'action_required', 'pending', 'needs_review', 'approved', 'declined', 'late')),
  -- What the PSP says it took, where that isn't what was asked for.
  ADD COLUMN evidence json;
ALTER TABLE payments DROP CONSTRAINT payments_status_check,
  ADD CONSTRAINT payments_status_check CHECK (status IN ('requires_payment_method', 'processing', 'requires_action',
    'needs_review', 'authorized', 'captured', 'voided', 'failed'));
DROP INDEX attempts_one_live;
CREATE UNIQUE INDEX attempts_one_live ON attempts (tenant_id, payment_id)
  WHERE status IN ('started', 'unknown', 'action_required', 'pending', 'needs_review', 'approved');

-- What came is known of transfers, and of what needs or needed a review.
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT conname FROM pg_constraint
      WHERE conrelid = 'attempts'::regclass AND pg_get_constraintdef(oid) LIKE '%amount_received%' LOOP
    EXECUTE format('ALTER TABLE attempts DROP CONSTRAINT %I', name);
  END LOOP;
END
$$;
ALTER TABLE attempts ADD CONSTRAINT attempts_amount_received CHECK (amount_received IS NULL OR (amount_received > 0
  AND (method = 'bank_transfer' OR evidence IS NOT NULL)));
