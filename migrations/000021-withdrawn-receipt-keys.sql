-- A key that somebody else may have proves nothing any more: whoever has it can sign anything, with any date. It stays
-- published, as withdrawn, and signs nothing.
ALTER TABLE receipt_keys ADD COLUMN withdrawn_at timestamptz,
  ADD CONSTRAINT receipt_keys_withdrawn CHECK (withdrawn_at IS NULL OR retired_at IS NOT NULL);
GRANT UPDATE (withdrawn_at) ON receipt_keys TO kassa_control;

-- What such a key had signed, signed again by another. The first stays what it was.
CREATE TABLE receipt_renewals (
  tenant_id bigint NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  document text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, session_id, key_id),
  FOREIGN KEY (tenant_id, session_id) REFERENCES receipts
);
ALTER TABLE receipt_renewals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON receipt_renewals TO kassa_request
  USING (tenant_id = (SELECT current_tenant()) AND mode = (SELECT current_mode()));
GRANT SELECT, INSERT ON receipt_renewals TO kassa_request;
