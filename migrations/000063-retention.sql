-- What is cleared away once it is past its keeping; see docs/operations/retention.md. The worker still sees nothing of what rows
-- say.

-- Whether the receiver's answer to an attempt has been forgotten: the worker may not read the answer itself.
ALTER TABLE webhook_delivery_attempts ADD COLUMN response_forgotten boolean NOT NULL DEFAULT false;
CREATE INDEX webhook_delivery_attempts_age ON webhook_delivery_attempts (started_at) WHERE NOT response_forgotten;
CREATE POLICY all_rows ON webhook_delivery_attempts TO kassa_worker USING (true);
GRANT SELECT (tenant_id, delivery_id, number, started_at, response_forgotten),
  UPDATE (response_headers, response_body, response_forgotten) ON webhook_delivery_attempts TO kassa_worker;

CREATE INDEX psp_notifications_age ON psp_notifications (mode, received_at);
CREATE POLICY old_rows ON psp_notifications FOR DELETE TO kassa_worker USING (received_at < now() - interval '1 day');
GRANT SELECT (id), DELETE ON psp_notifications TO kassa_worker;

-- Sessions that nobody paid, or tried to pay, and nobody can any more. The policy holds whatever a query says.
CREATE INDEX checkout_sessions_expired_unpaid ON checkout_sessions (mode, expires_at)
  WHERE status = 'expired' AND payment_id IS NULL;
CREATE POLICY expired_unpaid ON checkout_sessions AS RESTRICTIVE FOR DELETE TO kassa_worker
  USING (status = 'expired' AND payment_id IS NULL AND expires_at < now() - interval '1 day');
GRANT SELECT (payment_id), DELETE ON checkout_sessions TO kassa_worker;

