-- The roles may do less.

-- A SECURITY DEFINER function must never find a table or function of its caller's: temporary objects are looked up last.
ALTER FUNCTION advance_key_epoch() SET search_path = pg_catalog, public, pg_temp;

-- The lane writes new sessions and nothing else: the columns that a request decides, with a new session's values. What it
-- may not name has its default: open, unpaid, without payment. A column that the lane is to write has to be granted here
-- or in the migration that adds it.
REVOKE INSERT ON checkout_sessions FROM kassa_lane;
GRANT INSERT (tenant_id, id, mode, amount, currency, details, created_at, expires_at, metadata, client_reference_id,
  customer_email, idempotency_key, request_fingerprint, clock_id) ON checkout_sessions TO kassa_lane;
DROP POLICY new_rows ON checkout_sessions;
CREATE POLICY new_rows ON checkout_sessions FOR INSERT TO kassa_lane WITH CHECK (
  starts_with(id, CASE mode WHEN 'live' THEN 'cs_live_' ELSE 'cs_sandbox_' END)
  AND expires_at > created_at
  AND (clock_id IS NULL OR mode = 'sandbox')
);
