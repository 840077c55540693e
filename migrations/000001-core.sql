-- Kassa's core. Every table that holds a tenant's data has tenant_id first in its primary key and in each of its unique
-- and foreign keys, so that the same schema can be distributed by tenant, and forced row-level security, so that a query
-- that forgets its tenant finds nothing.

-- Roles -------------------------------------------------------------------------------------------------------------
-- Nobody logs in as these: the connection's user takes one on when a connection starts and thereby gives up everything
-- else. Roles belong to the whole cluster, hence the exception.
DO $$
DECLARE
  role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['kassa_request', 'kassa_control', 'kassa_worker', 'kassa_lane'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- Another database of this cluster has it already, or makes it in this very moment.
    END;
    IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
      EXECUTE format('GRANT %I TO CURRENT_USER', role_name);
    END IF;
  END LOOP;
END
$$;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO kassa_request, kassa_control, kassa_worker, kassa_lane;

-- The tenant and mode that a transaction named with SET LOCAL; null, which equals nothing, when it named none.
CREATE FUNCTION current_tenant() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
  RETURN NULLIF(current_setting('app.tenant', true), '')::bigint;
CREATE FUNCTION current_mode() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  RETURN NULLIF(current_setting('app.mode', true), '');

-- The installation --------------------------------------------------------------------------------------------------
-- One row: proves at start that KASSA_SECRET_KEY is still the one that the stored secrets were sealed with.
CREATE TABLE installation (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  secret_check bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT ON installation TO kassa_control;

-- Tenants and keys --------------------------------------------------------------------------------------------------
CREATE TABLE tenants (
  tenant_id bigint PRIMARY KEY CHECK (tenant_id >= 0),
  id text COLLATE "C" NOT NULL,
  name text NOT NULL CHECK (name <> ''),
  support_email text,
  support_url text,
  support_phone text,
  default_locale text,
  allowed_hosts text[] NOT NULL DEFAULT '{}',
  rate_limits json,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id)
);

CREATE TABLE api_keys (
  tenant_id bigint NOT NULL REFERENCES tenants,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  name text,
  secret_hash bytea NOT NULL,
  hint text NOT NULL,
  scopes text[] NOT NULL,
  allowed_networks text[] NOT NULL DEFAULT '{}',
  api_version text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  replaced_by text COLLATE "C",
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, secret_hash)
);

-- Counts the changes of tenants and keys. Every process asks for it four times a second and forgets the keys it
-- remembers when it moved: that is what makes a revocation hold everywhere within a second. A row, not a sequence, for
-- a sequence moves before the change commits.
CREATE TABLE key_epoch (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  epoch bigint NOT NULL
);
INSERT INTO key_epoch (epoch) VALUES (1);

CREATE FUNCTION advance_key_epoch() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE key_epoch SET epoch = epoch + 1;
  RETURN NULL;
END
$$;
CREATE TRIGGER tenants_changed AFTER UPDATE OR DELETE ON tenants
  FOR EACH STATEMENT EXECUTE FUNCTION advance_key_epoch();
-- Not for last_used_at: it is written every few seconds and changes what nobody may do.
CREATE TRIGGER api_keys_changed AFTER INSERT OR DELETE OR UPDATE OF scopes, allowed_networks, expires_at, revoked_at ON api_keys
  FOR EACH STATEMENT EXECUTE FUNCTION advance_key_epoch();

-- Checkout sessions -------------------------------------------------------------------------------------------------
-- The row is its own idempotency record: the key and the fingerprint of the request stand in it, and the lane's one
-- statement inserts ON CONFLICT DO NOTHING. There is no foreign key to tenants: its check would lock the tenant's row
-- for each of the thousands of sessions a second, and a tenant is never deleted.
CREATE TABLE checkout_sessions (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'complete', 'expired')),
  payment_status text NOT NULL DEFAULT 'unpaid' CHECK (payment_status IN ('unpaid', 'processing', 'authorized', 'paid')),
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- successUrl, cancelUrl, lineItems, description, locale, captureMethod, paymentMethods: written once, read as a whole.
  details json NOT NULL,
  metadata json,
  -- The metadata as created, once an update has replaced it: the stored answer of a repeated create needs it.
  created_metadata json,
  client_reference_id text,
  customer_email text,
  payment_id text COLLATE "C",
  event_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  completed_at timestamptz,
  idempotency_key text COLLATE "C",
  request_fingerprint bytea,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX checkout_sessions_idempotency ON checkout_sessions (tenant_id, mode, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
-- For forgetting keys after 30 days. Creates without a key don't touch it.
CREATE INDEX checkout_sessions_idempotency_age ON checkout_sessions (created_at) WHERE idempotency_key IS NOT NULL;
CREATE INDEX checkout_sessions_due ON checkout_sessions (expires_at) WHERE status = 'open';
CREATE INDEX checkout_sessions_client_reference ON checkout_sessions (tenant_id, client_reference_id, id)
  WHERE client_reference_id IS NOT NULL;
CREATE INDEX checkout_sessions_customer_email ON checkout_sessions (tenant_id, customer_email, id)
  WHERE customer_email IS NOT NULL;

-- Payments ----------------------------------------------------------------------------------------------------------
CREATE TABLE payments (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  session_id text COLLATE "C" NOT NULL,
  status text NOT NULL CHECK (status IN
    ('requires_payment_method', 'processing', 'requires_action', 'authorized', 'captured', 'voided', 'failed')),
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  capture_method text NOT NULL CHECK (capture_method IN ('automatic', 'manual')),
  amount_authorized bigint NOT NULL DEFAULT 0 CHECK (amount_authorized BETWEEN 0 AND amount),
  amount_captured bigint NOT NULL DEFAULT 0 CHECK (amount_captured BETWEEN 0 AND amount_authorized),
  amount_refunded bigint NOT NULL DEFAULT 0 CHECK (amount_refunded BETWEEN 0 AND amount_captured),
  amount_disputed bigint NOT NULL DEFAULT 0 CHECK (amount_disputed >= 0),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, session_id),
  FOREIGN KEY (tenant_id, session_id) REFERENCES checkout_sessions
);

-- An attempt's id is the PSP's idempotency key: it is stored before the call and never deleted.
CREATE TABLE attempts (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  payment_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  status text NOT NULL CHECK (status IN ('started', 'unknown', 'action_required', 'pending', 'approved', 'declined')),
  connector text NOT NULL,
  connector_account text NOT NULL,
  method text NOT NULL,
  card_brand text,
  card_last4 text CHECK (card_last4 ~ '^[0-9]{4}$'),
  psp_reference text,
  redirect_url text,
  decline_reason text,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_at timestamptz,
  -- When the PSP is to be asked next; null once the outcome is final and nothing more can come of it.
  next_check_at timestamptz,
  checks integer NOT NULL DEFAULT 0,
  lease_until timestamptz,
  lease_fence bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, payment_id, number),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments
);
-- At most one attempt of a payment is under way, and at most one succeeded: two tabs can't charge twice.
CREATE UNIQUE INDEX attempts_one_live ON attempts (tenant_id, payment_id)
  WHERE status IN ('started', 'unknown', 'action_required', 'pending', 'approved');
CREATE INDEX attempts_due ON attempts (next_check_at) WHERE next_check_at IS NOT NULL;

-- What PSPs told us, as they told it, before anything is made of it.
CREATE TABLE psp_notifications (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  connector text NOT NULL,
  connector_account text NOT NULL,
  psp_event_id text NOT NULL,
  body bytea NOT NULL,
  received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Why it changed nothing: it doesn't match what we know of the attempt that it speaks of.
  quarantine_reason text,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, connector_account, psp_event_id)
);

-- Events and webhooks -----------------------------------------------------------------------------------------------
-- Append-only. `object` is the object as it was at that event.
CREATE TABLE events (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  type text NOT NULL,
  session_id text COLLATE "C",
  sequence integer,
  object json NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, session_id, sequence)
);
CREATE INDEX events_age ON events (created_at);

CREATE TABLE webhook_endpoints (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  -- An http endpoint is posted to by the worker; a listener is `kassa listen`, which fetches its deliveries itself.
  kind text NOT NULL DEFAULT 'http' CHECK (kind IN ('http', 'listener')),
  url text NOT NULL,
  description text,
  event_types text[] NOT NULL,
  status text NOT NULL DEFAULT 'enabled' CHECK (status IN ('enabled', 'disabled', 'paused')),
  status_reason text,
  secret_sealed bytea NOT NULL,
  previous_secret_sealed bytea,
  previous_secret_expires_at timestamptz,
  api_version text NOT NULL,
  failing_since timestamptz,
  last_seen_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id)
);

CREATE TABLE webhook_deliveries (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  kind text NOT NULL DEFAULT 'http' CHECK (kind IN ('http', 'listener')),
  event_id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed', 'canceled')),
  attempts integer NOT NULL DEFAULT 0,
  -- When retries began; they end 30 days later. A resend is a delivery of its own.
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  next_attempt_at timestamptz,
  lease_until timestamptz,
  lease_fence bigint NOT NULL DEFAULT 0,
  last_status integer,
  delivered_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, event_id) REFERENCES events ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, endpoint_id) REFERENCES webhook_endpoints ON DELETE CASCADE
);
-- By endpoint first: the worker steps from one endpoint with waiting rows to the next and takes a few of each, so that the
-- thousands of rows of a dead endpoint are never walked through. Rows of a paused endpoint have no next attempt.
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (tenant_id, endpoint_id, next_attempt_at, id)
  WHERE status = 'pending' AND kind = 'http' AND next_attempt_at IS NOT NULL;
CREATE INDEX webhook_deliveries_of_endpoint ON webhook_deliveries (tenant_id, endpoint_id, id);
CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (tenant_id, event_id);

CREATE TABLE webhook_delivery_attempts (
  tenant_id bigint NOT NULL,
  delivery_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  request_url text NOT NULL,
  request_headers json NOT NULL,
  response_status integer,
  response_headers json,
  response_body bytea,
  error text,
  PRIMARY KEY (tenant_id, delivery_id, number),
  FOREIGN KEY (tenant_id, delivery_id) REFERENCES webhook_deliveries ON DELETE CASCADE
);

-- Stored answers of all requests with an Idempotency-Key but the create call's, sealed, for some hold a secret.
CREATE TABLE idempotent_requests (
  tenant_id bigint NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  operation text NOT NULL,
  idempotency_key text COLLATE "C" NOT NULL,
  request_fingerprint bytea NOT NULL,
  response_status integer NOT NULL,
  response_sealed bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, mode, operation, idempotency_key)
);
CREATE INDEX idempotent_requests_age ON idempotent_requests (created_at);

-- Row-level security ------------------------------------------------------------------------------------------------
DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['api_keys', 'checkout_sessions', 'payments', 'attempts', 'psp_notifications', 'events',
    'webhook_endpoints', 'webhook_deliveries', 'webhook_delivery_attempts', 'idempotent_requests'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', table_name);
    EXECUTE format('CREATE POLICY own_rows ON %I TO kassa_request
      USING (tenant_id = (SELECT current_tenant()) AND mode = (SELECT current_mode()))', table_name);
  END LOOP;
END
$$;
ALTER TABLE tenants ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON tenants FOR SELECT TO kassa_request USING (tenant_id = (SELECT current_tenant()));
CREATE POLICY all_rows ON tenants TO kassa_control USING (true);
CREATE POLICY all_rows ON api_keys TO kassa_control USING (true);
CREATE POLICY new_rows ON checkout_sessions FOR INSERT TO kassa_lane WITH CHECK (true);
CREATE POLICY all_rows ON checkout_sessions TO kassa_worker USING (true);
CREATE POLICY all_rows ON attempts TO kassa_worker USING (true);
CREATE POLICY all_rows ON events TO kassa_worker USING (true);
CREATE POLICY all_rows ON webhook_endpoints TO kassa_worker USING (true);
CREATE POLICY all_rows ON webhook_deliveries TO kassa_worker USING (true);
CREATE POLICY all_rows ON idempotent_requests TO kassa_worker USING (true);

-- Privileges --------------------------------------------------------------------------------------------------------
GRANT SELECT ON tenants, api_keys TO kassa_request;
GRANT SELECT, UPDATE ON checkout_sessions TO kassa_request;
GRANT SELECT, INSERT, UPDATE ON payments, attempts, webhook_deliveries TO kassa_request;
GRANT SELECT, INSERT ON psp_notifications TO kassa_request;
GRANT SELECT, INSERT ON events, webhook_delivery_attempts, idempotent_requests TO kassa_request;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_endpoints TO kassa_request;

GRANT SELECT, INSERT, UPDATE ON tenants, api_keys TO kassa_control;
GRANT SELECT ON key_epoch TO kassa_control;

GRANT INSERT ON checkout_sessions TO kassa_lane;

-- The worker sees what is due, leases it, and clears what is past its keeping; it never sees what a row says.
GRANT SELECT (tenant_id, mode, id, status, payment_status, expires_at, created_at, idempotency_key),
  UPDATE (idempotency_key, request_fingerprint) ON checkout_sessions TO kassa_worker;
GRANT SELECT (tenant_id, mode, id, next_check_at, lease_until, lease_fence, status),
  UPDATE (lease_until, lease_fence) ON attempts TO kassa_worker;
GRANT SELECT (tenant_id, id, created_at), DELETE ON events TO kassa_worker;
GRANT SELECT (tenant_id, mode, id, kind, status, failing_since, last_seen_at), DELETE ON webhook_endpoints TO kassa_worker;
GRANT SELECT (tenant_id, mode, id, kind, event_id, endpoint_id, status, next_attempt_at, lease_until, lease_fence),
  UPDATE (lease_until, lease_fence) ON webhook_deliveries TO kassa_worker;
GRANT SELECT (tenant_id, mode, operation, idempotency_key, created_at), DELETE ON idempotent_requests TO kassa_worker;
