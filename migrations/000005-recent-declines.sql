-- Against card testing: how many declines one address, or one card, has had at a merchant since the first of them. What
-- is counted is named by a keyed digest only, and rows go soon after they have stopped to count: nothing here tells who
-- paid, or with what.
CREATE TABLE recent_declines (
  tenant_id bigint NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  subject bytea NOT NULL,
  declines integer NOT NULL CHECK (declines > 0),
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, mode, subject)
);
CREATE INDEX recent_declines_age ON recent_declines (since);

ALTER TABLE recent_declines ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON recent_declines TO kassa_request
  USING (tenant_id = (SELECT current_tenant()) AND mode = (SELECT current_mode()));
CREATE POLICY all_rows ON recent_declines TO kassa_worker USING (true);
GRANT SELECT, INSERT, UPDATE ON recent_declines TO kassa_request;
GRANT SELECT (tenant_id, mode, subject, since), DELETE ON recent_declines TO kassa_worker;
