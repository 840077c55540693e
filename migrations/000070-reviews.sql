-- A merchant may accept more than was asked for. The authorization is bounded by what was accepted then. Rows of before
-- keep the narrower bound, so there is nothing to validate.
ALTER TABLE payments ADD COLUMN amount_accepted bigint CHECK (amount_accepted BETWEEN 1 AND 9007199254740991);
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT conname FROM pg_constraint
      WHERE conrelid = 'payments'::regclass AND pg_get_constraintdef(oid) LIKE '%amount_authorized <= amount)%' LOOP
    EXECUTE format('ALTER TABLE payments DROP CONSTRAINT %I', name);
  END LOOP;
END
$$;
ALTER TABLE payments ADD CONSTRAINT payments_authorized_bound
  CHECK (amount_authorized BETWEEN 0 AND COALESCE(amount_accepted, amount)) NOT VALID;

-- Few at a time: what PSPs hold that is in no posting yet.
CREATE INDEX attempts_needing_review ON attempts (tenant_id, payment_id) WHERE status = 'needs_review';
