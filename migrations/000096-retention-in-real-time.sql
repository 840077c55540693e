-- What lives by a sandbox clock carries the clock's times, and retention counts real ones: it goes with its session.
DROP INDEX events_age, checkout_sessions_idempotency_age, checkout_sessions_expired_unpaid;
CREATE INDEX events_age ON events (created_at) WHERE clock_id IS NULL;
CREATE INDEX checkout_sessions_idempotency_age ON checkout_sessions (created_at)
  WHERE idempotency_key IS NOT NULL AND clock_id IS NULL;
CREATE INDEX checkout_sessions_expired_unpaid ON checkout_sessions (mode, expires_at)
  WHERE status = 'expired' AND payment_id IS NULL AND clock_id IS NULL;
GRANT SELECT (clock_id) ON events TO kassa_worker;
