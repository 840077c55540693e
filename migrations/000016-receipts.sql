-- Receipts: what a paid session came to, signed once and never changed.

-- The installation's signing keys, one in use for each mode. The public half is published for good; the private half is
-- sealed with KASSA_SECRET_KEY. A key is named by the hash of its public half (RFC 7638).
CREATE TABLE receipt_keys (
  key_id text COLLATE "C" PRIMARY KEY CHECK (key_id ~ '^[A-Za-z0-9_-]{43}$'),
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  -- The 32 bytes of RFC 8032.
  public_key bytea NOT NULL CHECK (octet_length(public_key) = 32),
  private_key_sealed bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- From when on it signs nothing any more; what it signed stays signed.
  retired_at timestamptz
);
CREATE UNIQUE INDEX receipt_keys_in_use ON receipt_keys (mode) WHERE retired_at IS NULL;

-- The receipts that were asked for. The document is kept as it was signed, byte for byte.
CREATE TABLE receipts (
  tenant_id bigint NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  document text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, session_id),
  FOREIGN KEY (tenant_id, session_id) REFERENCES checkout_sessions
);

ALTER TABLE receipts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON receipts TO kassa_request
  USING (tenant_id = (SELECT current_tenant()) AND mode = (SELECT current_mode()));
-- A request signs with the key of its own mode: a sandbox receipt can't be made to look like a live one.
ALTER TABLE receipt_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_mode ON receipt_keys FOR SELECT TO kassa_request USING (mode = (SELECT current_mode()));
CREATE POLICY all_rows ON receipt_keys TO kassa_control USING (true);

-- Nobody changes or deletes either; a key can be retired.
GRANT SELECT, INSERT ON receipts TO kassa_request;
GRANT SELECT ON receipt_keys TO kassa_request;
GRANT SELECT, INSERT, UPDATE (retired_at) ON receipt_keys TO kassa_control;
