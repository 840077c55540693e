-- Disputes of money that came when nobody waited for it any more. They are counted apart, for a payment's own money can be
-- refunded whatever becomes of them.
ALTER TABLE payments
  -- What of the late money banks hold back or have kept in chargebacks.
  ADD COLUMN amount_late_disputed bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT payments_late_dispute_bound CHECK (amount_late_disputed BETWEEN 0 AND amount_late);

ALTER TABLE disputes
  ADD COLUMN late boolean NOT NULL DEFAULT false,
  -- Whose charge is disputed. Null of disputes from before it was kept: those are of the payment's own money, which one
  -- attempt brought.
  ADD COLUMN attempt_id text COLLATE "C",
  ADD CONSTRAINT disputes_attempt FOREIGN KEY (tenant_id, attempt_id) REFERENCES attempts,
  ADD CONSTRAINT disputes_late CHECK (NOT late OR attempt_id IS NOT NULL);

-- What was said of an attempt's disputes is asked again once its money has come.
CREATE INDEX reported_disputes_of_attempt ON reported_disputes (tenant_id, attempt_id);

-- Until now such disputes were left to a person. They are asked about again, when processes of the version before, which
-- would only put them into quarantine again, have ended.
ALTER TABLE reported_disputes NO FORCE ROW LEVEL SECURITY;
ALTER TABLE attempts NO FORCE ROW LEVEL SECURITY;
UPDATE reported_disputes r SET quarantine_reason = NULL, checks = 0,
  next_check_at = clock_timestamp() + interval '10 minutes'
FROM attempts a
WHERE (a.tenant_id, a.id) = (r.tenant_id, r.attempt_id) AND a.status = 'late'
  AND r.quarantine_reason = 'charge_not_captured' AND r.next_check_at IS NULL;
ALTER TABLE reported_disputes FORCE ROW LEVEL SECURITY;
ALTER TABLE attempts FORCE ROW LEVEL SECURITY;
