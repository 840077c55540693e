-- Kassa's schema.
--
-- Every table that holds a tenant's data has tenant_id first in its primary key and in each unique and foreign key, and forced
-- row-level security, so that a query that forgets its tenant finds nothing.
--
-- The same schema runs on one PostgreSQL and, distributed by tenant, on Citus ("kassa migrate --distribute citus"). What that asks of
-- it is in docs/decisions/0041-one-schema-for-citus.md: policies are plain comparisons and none is RESTRICTIVE, for Citus makes those
-- permissive; defaults and updates use no VOLATILE function; no trigger is on a distributed table; no foreign key leads from a distributed table to one that stays on the coordinator.
--
-- Times of the database are statement_timestamp(), never clock_timestamp(): it is STABLE, so an index can serve it, and Citus
-- evaluates it once, on the coordinator.

-- Roles -------------------------------------------------------------------------------------------------------------
-- What each may do is said beside the tables; src/database/database.ts says who uses which. Roles belong to the whole cluster, so they
-- may exist already.
DO $$
DECLARE
  role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['kassa_request', 'kassa_control', 'kassa_worker', 'kassa_lane', 'kassa_eraser'] LOOP
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
GRANT USAGE ON SCHEMA public TO kassa_request, kassa_control, kassa_worker, kassa_lane, kassa_eraser;
-- node-pg-migrate has made this table.
GRANT SELECT ON migrations TO kassa_control;

-- Settings of a transaction -----------------------------------------------------------------------------------------
-- The tenant and mode that a transaction named with SET LOCAL. Null, which equals nothing, when it named none.
CREATE FUNCTION current_tenant() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
  RETURN NULLIF(current_setting('app.tenant', true), '')::bigint;
CREATE FUNCTION current_mode() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  RETURN NULLIF(current_setting('app.mode', true), '');

-- The time that a transaction works in: its sandbox clock's (SET LOCAL app.now), PostgreSQL's own otherwise. PL/pgSQL, because
-- Citus refuses an UPDATE into which a COALESCE of a STABLE function has been inlined.
CREATE FUNCTION kassa_now() RETURNS timestamptz LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  RETURN COALESCE(NULLIF(current_setting('app.now', true), '')::timestamptz, statement_timestamp());
END
$$;

-- The sandbox clock that a transaction works by (SET LOCAL app.clock, beside app.now). Null in real time.
CREATE FUNCTION kassa_clock() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  RETURN NULLIF(current_setting('app.clock', true), '');

-- A time and some seconds. IMMUTABLE, unlike PostgreSQL's operator for intervals, which may have days of a time zone.
CREATE FUNCTION seconds_after(at timestamptz, seconds double precision) RETURNS timestamptz LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN at + make_interval(secs => seconds);
END
$$;

-- A time as the eight digits of base 62 that stand in ids (src/kernel/id.ts): its milliseconds.
CREATE FUNCTION id_time(at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (SELECT string_agg(substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
      1 + (floor(extract(epoch FROM at) * 1000)::bigint / (62::numeric ^ place)::bigint % 62)::integer, 1), '' ORDER BY place DESC)
    FROM generate_series(0, 7) AS place);

-- The installation --------------------------------------------------------------------------------------------------
-- One row: the key of the keyed hashes, sealed with KASSA_SECRET_KEY. It proves at start that the secret key is the right one.
CREATE TABLE installation (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  digest_key_sealed bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE (digest_key_sealed) ON installation TO kassa_control;

-- What makes this database this one, as text. Another cluster, a new timeline (a promoted standby, a restore to a point in
-- time), another database of the cluster and a restored table each give another text. The timeline is that of the
-- WAL that is being written: pg_control_checkpoint() names the old one until the first checkpoint after a promotion, which
-- can be minutes later. A part that a hosting company forbids to read is '?'.
CREATE FUNCTION database_identity() RETURNS text LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  cluster text := '?';
  timeline text := '?';
BEGIN
  BEGIN
    SELECT system_identifier::text INTO cluster FROM pg_control_system();
  EXCEPTION WHEN insufficient_privilege THEN NULL;
  END;
  BEGIN
    timeline := left(pg_walfile_name(pg_current_wal_insert_lsn()), 8);
  EXCEPTION WHEN insufficient_privilege THEN NULL;
  END;
  RETURN concat_ws('/', cluster, timeline, (SELECT oid FROM pg_database WHERE datname = current_database()),
    to_regclass('public.database_watch')::oid);
END
$$;

-- One row. Every process counts it up each second: a lower count than a process has seen means that commits were lost.
CREATE TABLE database_watch (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  -- database_identity() when it was last counted up; null before the first time.
  identity text,
  beats bigint NOT NULL DEFAULT 0,
  beat_at timestamptz,
  -- When it was last noticed that the database may have lost commits; null if never.
  suspected_at timestamptz
);
INSERT INTO database_watch DEFAULT VALUES;
GRANT SELECT, UPDATE ON database_watch TO kassa_control;
GRANT SELECT ON database_watch TO kassa_request;

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
  -- What to do with funds that arrive after a payment is over.
  late_funds text NOT NULL DEFAULT 'refund' CHECK (late_funds IN ('refund', 'keep')),
  -- Since when the tenant's keys are refused and its sessions can't be paid; null while it is open.
  closed_at timestamptz,
  UNIQUE (tenant_id, id)
);
ALTER TABLE tenants ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON tenants FOR SELECT TO kassa_request USING (tenant_id = current_tenant());
CREATE POLICY all_rows ON tenants TO kassa_control USING (true);
GRANT SELECT, INSERT, UPDATE ON tenants TO kassa_control;
GRANT SELECT ON tenants TO kassa_request;

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
ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON api_keys TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY all_rows ON api_keys TO kassa_control USING (true);
GRANT SELECT, INSERT, UPDATE ON api_keys TO kassa_control;
GRANT SELECT ON api_keys TO kassa_request;

-- Counts the changes of tenants, keys, page settings and connector accounts. Every process reads it four times a second and drops what
-- it has cached of them when it has changed, so a revocation takes effect everywhere within a second. A payment page reads it each time. A row, not a sequence: a sequence moves before the change
-- commits.
CREATE TABLE key_epoch (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  epoch bigint NOT NULL
);
INSERT INTO key_epoch (epoch) VALUES (1);
GRANT SELECT ON key_epoch TO kassa_control, kassa_request;

-- A SECURITY DEFINER function must never find a table or function of its caller's: temporary objects are looked up last.
CREATE FUNCTION advance_key_epoch() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE key_epoch SET epoch = epoch + 1;
  RETURN NULL;
END
$$;
CREATE TRIGGER tenants_changed AFTER UPDATE OR DELETE ON tenants
  FOR EACH STATEMENT EXECUTE FUNCTION advance_key_epoch();
-- Not for last_used_at: it is written every few seconds and changes no permission.
CREATE TRIGGER api_keys_changed AFTER INSERT OR DELETE OR UPDATE OF scopes, allowed_networks, expires_at, revoked_at ON api_keys
  FOR EACH STATEMENT EXECUTE FUNCTION advance_key_epoch();

-- What a merchant sets about the payment page, in each mode: a sandbox key can't change what live customers see. No row until
-- something is set: then the tenant's own values hold.
CREATE TABLE page_settings (
  tenant_id bigint NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  display_name text CHECK (display_name <> ''),
  support_email text,
  support_url text,
  support_phone text,
  default_locale text,
  -- As the merchant gave it. The page's colours are computed from it, so that a better rule reaches everybody.
  brand_color text CHECK (brand_color ~ '^#[0-9a-f]{6}$'),
  -- Each upload has an id of its own: it is in the address that browsers cache for ever.
  logo_id text COLLATE "C",
  logo_media_type text CHECK (logo_media_type IN ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml')),
  logo_width integer CHECK (logo_width > 0),
  logo_height integer CHECK (logo_height > 0),
  logo_content bytea CHECK (octet_length(logo_content) BETWEEN 1 AND 131072),
  updated_at timestamptz NOT NULL DEFAULT statement_timestamp(),
  late_funds text CHECK (late_funds IN ('refund', 'keep')),
  -- The smallest and largest amount of a session, by currency: {"EUR": {"minimum": 50, "maximum": 1000000}}, in minor units.
  -- A limit that is null, and a currency that isn't named, has the default.
  amount_limits json,
  -- How long bank transfers are awaited, and what is done with those that aren't as expected: {"tolerance": 5, "tooLittle": "accept"}. What isn't named has its default.
  transfer_rules json,
  -- The merchant's own pages that the payment page links to.
  terms_url text,
  privacy_url text,
  imprint_url text,
  -- The merchant's own sentences on the payment page, by its language: {"en": {"submitNote": "…", "paidNote": null}}.
  page_texts json,
  -- How many times customers may extend a session. Null: the default, once.
  time_extensions integer CHECK (time_extensions BETWEEN 0 AND 10),
  PRIMARY KEY (tenant_id, mode),
  CHECK (num_nulls(logo_id, logo_media_type, logo_width, logo_height, logo_content) IN (0, 5))
);
ALTER TABLE page_settings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON page_settings TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
GRANT SELECT, INSERT, UPDATE ON page_settings TO kassa_request;
CREATE TRIGGER page_settings_changed AFTER INSERT OR UPDATE OR DELETE ON page_settings
  FOR EACH STATEMENT EXECUTE FUNCTION advance_key_epoch();

-- The accounts on which a tenant takes bank transfers. Never deleted: entries of bank statements belong to them. On the coordinator,
-- because changes are audited: somebody who adds an account diverts the money of customers.
CREATE TABLE bank_accounts (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  type text NOT NULL CHECK (type IN ('iban', 'qr_iban', 'uk_account', 'pix_key', 'upi_id')),
  -- The IBAN, the QR-IBAN, the sort code with the account number, the Pix key or the UPI id; without spaces.
  identifier text NOT NULL CHECK (identifier <> ''),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  holder text NOT NULL CHECK (holder <> ''),
  bic text,
  label text,
  -- The holder's address, which Swiss and Pix codes need.
  address json,
  -- Other identifications by which statements name the account.
  statement_accounts text[] NOT NULL DEFAULT '{}',
  status text NOT NULL DEFAULT 'enabled' CHECK (status IN ('enabled', 'disabled')),
  created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, mode, type, identifier, currency)
);
ALTER TABLE bank_accounts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON bank_accounts TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
GRANT SELECT, INSERT, UPDATE (holder, bic, label, address, statement_accounts, status) ON bank_accounts TO kassa_request;

-- Sandbox clocks ----------------------------------------------------------------------------------------------------
-- A clock that stands still until it is advanced. Objects of a session that was made with it live in its time.
CREATE TABLE clocks (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode = 'sandbox'),
  name text,
  status text NOT NULL DEFAULT 'ready' CHECK (status IN ('ready', 'advancing')),
  -- The time that it shows.
  shows timestamptz NOT NULL,
  -- The time that it is being advanced to. An advance that a crash interrupted is continued.
  target timestamptz,
  lease_until timestamptz,
  lease_fence bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
  -- How many advances there were.
  advances integer NOT NULL DEFAULT 0,
  -- The row stays: objects on a deleted clock keep the time at which it stopped.
  deleted_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK ((status = 'advancing') = (target IS NOT NULL)),
  CHECK (target >= shows),
  CHECK (deleted_at IS NULL OR status = 'ready')
);
CREATE INDEX clocks_advancing ON clocks (lease_until) WHERE status = 'advancing';
ALTER TABLE clocks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON clocks TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY all_rows ON clocks TO kassa_worker USING (true);
CREATE POLICY erased_rows ON clocks FOR SELECT TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY sandbox_only ON clocks FOR DELETE TO kassa_eraser
  USING (tenant_id = current_tenant() AND mode = current_mode() AND mode = 'sandbox');
GRANT SELECT, INSERT, UPDATE, DELETE ON clocks TO kassa_request;
GRANT SELECT (tenant_id, mode, id, status, shows, target, advances, lease_until, lease_fence), UPDATE (lease_until, lease_fence)
  ON clocks TO kassa_worker;
GRANT SELECT (tenant_id, mode, id, status, deleted_at), DELETE ON clocks TO kassa_eraser;

-- What ran as a clock was advanced, in order.
CREATE TABLE clock_steps (
  tenant_id bigint NOT NULL,
  clock_id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode = 'sandbox'),
  -- The number of the clock's advance, and of the step within it.
  advance integer NOT NULL,
  number integer NOT NULL,
  -- By the clock.
  at timestamptz NOT NULL,
  what text NOT NULL,
  object_id text COLLATE "C",
  PRIMARY KEY (tenant_id, clock_id, advance, number),
  FOREIGN KEY (tenant_id, clock_id) REFERENCES clocks
);
ALTER TABLE clock_steps ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON clock_steps TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY erased_rows ON clock_steps FOR SELECT TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY sandbox_only ON clock_steps FOR DELETE TO kassa_eraser
  USING (tenant_id = current_tenant() AND mode = current_mode() AND mode = 'sandbox');
GRANT SELECT, INSERT, DELETE ON clock_steps TO kassa_request;
GRANT SELECT (tenant_id, clock_id), DELETE ON clock_steps TO kassa_eraser;

-- Checkout sessions -------------------------------------------------------------------------------------------------
-- The row is its own idempotency record: it holds the key and the fingerprint of the request, and the lane inserts with ON CONFLICT DO
-- NOTHING. There is no foreign key to tenants: its check would lock the tenant's row for each of the thousands of sessions a second,
-- and a tenant is never deleted.
-- Reusable links: each customer who begins to pay gets a session of their own.
CREATE TABLE payment_links (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  name text NOT NULL CHECK (name <> ''),
  active boolean NOT NULL DEFAULT true,
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- successUrl, lineItems, description and the like, for its sessions.
  details json NOT NULL,
  client_reference_id text,
  metadata json,
  -- How many sessions may be open or complete; null for any number.
  max_payments integer CHECK (max_payments > 0),
  expires_at timestamptz,
  -- How many of its sessions are complete. Each is counted in the transaction that completes it.
  completed_sessions integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
  PRIMARY KEY (tenant_id, id)
);
ALTER TABLE payment_links ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON payment_links TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
GRANT SELECT, INSERT, UPDATE (name, active, metadata, max_payments, expires_at, completed_sessions) ON payment_links TO kassa_request;

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
  -- The metadata as created, once an update has replaced it: a repeated create is answered with it.
  created_metadata json,
  client_reference_id text,
  customer_email text,
  -- What the customer entered on the payment page, of what details.collect asks for: personal data.
  collected json,
  -- What the customer has changed of the amount: the quantities, the promotion code, the tip, and the amount as created. Null until then.
  chosen json,
  payment_id text COLLATE "C",
  event_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  completed_at timestamptz,
  idempotency_key text COLLATE "C",
  request_fingerprint bytea,
  clock_id text COLLATE "C",
  payment_link_id text COLLATE "C",
  -- How many times the customer has extended it.
  extensions integer NOT NULL DEFAULT 0 CHECK (extensions >= 0),
  -- Under row-level security only leakproof conditions reach an index, and lower() isn't leakproof. Hence a column.
  customer_email_folded text GENERATED ALWAYS AS (lower(customer_email)) STORED,
  PRIMARY KEY (tenant_id, id),
  CHECK (chosen IS NULL OR
    (amount = (chosen ->> 'subtotal')::bigint - (chosen ->> 'discount')::bigint + (chosen ->> 'tip')::bigint) IS TRUE)
);
CREATE UNIQUE INDEX checkout_sessions_idempotency ON checkout_sessions (tenant_id, mode, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
CREATE INDEX checkout_sessions_client_reference ON checkout_sessions (tenant_id, client_reference_id, id)
  WHERE client_reference_id IS NOT NULL;
CREATE INDEX checkout_sessions_customer_email ON checkout_sessions (tenant_id, customer_email_folded, id)
  WHERE customer_email_folded IS NOT NULL;
-- What is due in real time and what is due on a clock are looked for separately.
CREATE INDEX checkout_sessions_due ON checkout_sessions (expires_at) WHERE status = 'open' AND clock_id IS NULL;
CREATE INDEX checkout_sessions_on_clock ON checkout_sessions (tenant_id, clock_id) WHERE clock_id IS NOT NULL;
CREATE INDEX checkout_sessions_payment_link ON checkout_sessions (tenant_id, payment_link_id, id)
  WHERE payment_link_id IS NOT NULL;
-- For limits: a link may have many complete sessions, and few that are open.
CREATE INDEX checkout_sessions_open_of_link ON checkout_sessions (tenant_id, payment_link_id)
  WHERE status = 'open' AND payment_link_id IS NOT NULL;
-- For retention: forgetting keys, and sessions that nobody paid. Creates without a key don't touch the first.
CREATE INDEX checkout_sessions_idempotency_age ON checkout_sessions (created_at)
  WHERE idempotency_key IS NOT NULL AND clock_id IS NULL;
CREATE INDEX checkout_sessions_expired_unpaid ON checkout_sessions (mode, expires_at)
  WHERE status = 'expired' AND payment_id IS NULL AND clock_id IS NULL;

ALTER TABLE checkout_sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON checkout_sessions TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY all_rows ON checkout_sessions FOR SELECT TO kassa_worker USING (true);
CREATE POLICY all_values ON checkout_sessions FOR UPDATE TO kassa_worker USING (true);
CREATE POLICY erased_rows ON checkout_sessions FOR SELECT TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY erased_values ON checkout_sessions FOR UPDATE TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY sandbox_only ON checkout_sessions FOR DELETE TO kassa_eraser
  USING (tenant_id = current_tenant() AND mode = current_mode() AND mode = 'sandbox');
-- Whatever a query says, the worker deletes only sessions that nobody can pay any more.
CREATE POLICY expired_unpaid ON checkout_sessions FOR DELETE TO kassa_worker
  USING (status = 'expired' AND payment_id IS NULL AND expires_at < now() - interval '1 day');
-- The lane writes new sessions and nothing else: open, unpaid, without payment. A column that the lane is to write has to be granted
-- here or in the migration that adds it. Those with a constant default are granted, too: Citus names them in its INSERTs.
CREATE POLICY new_rows ON checkout_sessions FOR INSERT TO kassa_lane WITH CHECK (
  starts_with(id, CASE mode WHEN 'live' THEN 'cs_live_' ELSE 'cs_sandbox_' END)
  AND expires_at > created_at
  AND (clock_id IS NULL OR mode = 'sandbox')
  AND status = 'open' AND payment_status = 'unpaid' AND event_count = 0 AND extensions = 0
);
GRANT INSERT (tenant_id, id, mode, status, payment_status, amount, currency, details, metadata, client_reference_id, customer_email,
  event_count, created_at, expires_at, idempotency_key, request_fingerprint, clock_id, extensions) ON checkout_sessions TO kassa_lane;
-- Only sessions of payment links are inserted by requests: under the link's lock, if it has a limit.
GRANT SELECT, UPDATE, INSERT (tenant_id, id, mode, status, payment_status, amount, currency, details, metadata, client_reference_id,
  event_count, created_at, expires_at, idempotency_key, request_fingerprint, payment_link_id, extensions) ON checkout_sessions TO kassa_request;
GRANT SELECT (tenant_id, mode, id, status, payment_status, payment_id, created_at, expires_at, idempotency_key, clock_id),
  UPDATE (idempotency_key, request_fingerprint), DELETE ON checkout_sessions TO kassa_worker;
GRANT SELECT (tenant_id, mode, id, status, clock_id, details, metadata, created_metadata, client_reference_id, customer_email,
  customer_email_folded, collected),
  UPDATE (customer_email, collected, details, metadata, created_metadata, client_reference_id), DELETE ON checkout_sessions TO kassa_eraser;

-- Payments ----------------------------------------------------------------------------------------------------------
CREATE TABLE payments (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  session_id text COLLATE "C" NOT NULL,
  status text NOT NULL CHECK (status IN ('requires_payment_method', 'processing', 'requires_action', 'needs_review', 'authorized',
    'captured', 'voided', 'failed')),
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  capture_method text NOT NULL CHECK (capture_method IN ('automatic', 'manual')),
  -- What the merchant accepted in a review, which can be more than `amount`.
  amount_accepted bigint CHECK (amount_accepted BETWEEN 1 AND 9007199254740991),
  amount_authorized bigint NOT NULL DEFAULT 0 CHECK (amount_authorized BETWEEN 0 AND COALESCE(amount_accepted, amount)),
  amount_captured bigint NOT NULL DEFAULT 0 CHECK (amount_captured >= 0),
  -- What captures exceed the authorization by: a failed capture has succeeded after all, when its part had been captured again or released.
  amount_over_captured bigint NOT NULL DEFAULT 0 CHECK (amount_over_captured >= 0),
  -- Requested from the PSP and not answered yet: counted before the call, so that requests at the same time can't exceed what there is.
  amount_capture_pending bigint NOT NULL DEFAULT 0 CHECK (amount_capture_pending >= 0),
  -- The part of the authorization that was given back uncaptured: by a void, a final capture or because it lapsed.
  amount_released bigint NOT NULL DEFAULT 0 CHECK (amount_released >= 0),
  amount_refunded bigint NOT NULL DEFAULT 0 CHECK (amount_refunded >= 0),
  amount_refund_pending bigint NOT NULL DEFAULT 0 CHECK (amount_refund_pending >= 0),
  -- What refunds exceed the captured amount by: a failed refund has succeeded after all, when the money had been refunded again, or a
  -- capture has failed whose money had been refunded.
  amount_over_refunded bigint NOT NULL DEFAULT 0 CHECK (amount_over_refunded >= 0),
  amount_disputed bigint NOT NULL DEFAULT 0 CHECK (amount_disputed >= 0),
  -- What chargebacks may exceed the captured amount by: a capture has failed whose money a bank had taken back.
  amount_over_disputed bigint NOT NULL DEFAULT 0 CHECK (amount_over_disputed >= 0),
  -- Late funds: they arrived after the payment was over. Not part of the other amounts.
  amount_late bigint NOT NULL DEFAULT 0 CHECK (amount_late >= 0),
  amount_late_returned bigint NOT NULL DEFAULT 0,
  -- The part of the late funds that banks hold or have kept in chargebacks.
  amount_late_disputed bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT kassa_now(),
  updated_at timestamptz NOT NULL DEFAULT kassa_now(),
  clock_id text COLLATE "C" DEFAULT kassa_clock(),
  -- Until when it can be captured. Null when nothing is left to capture.
  capture_before timestamptz,
  -- Until when the PSP said that it can be captured. Kept when nothing is left, because a capture can fail after it has succeeded.
  authorized_until timestamptz,
  -- Copied from the session, for search. The metadata is changed by calls from then on.
  customer_email text,
  -- In the order of bytes, in which all addresses with the same beginning are one range of the index.
  customer_email_folded text COLLATE "C" GENERATED ALWAYS AS (lower(customer_email)) STORED,
  customer_email_domain text COLLATE "C" GENERATED ALWAYS AS (split_part(lower(customer_email), '@', 2)) STORED,
  -- From the last word of several before the @ on, which often is the family name: lovelace@shop.example. Null for a single word.
  customer_email_last_word text COLLATE "C"
    GENERATED ALWAYS AS (substring(lower(customer_email) from '[._-]([^@._-]+@.*)$')) STORED,
  client_reference_id text,
  metadata json,
  -- What people have marked it with; null for nothing. payment_tags has a row for each, by which lists are filtered.
  tags text[] CHECK (cardinality(tags) BETWEEN 1 AND 20),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, session_id),
  FOREIGN KEY (tenant_id, session_id) REFERENCES checkout_sessions,
  CONSTRAINT payments_capture_bound CHECK (amount_captured + amount_capture_pending + amount_released
    <= amount_authorized + amount_over_captured),
  CONSTRAINT payments_refund_bound CHECK (amount_refunded + amount_refund_pending <= amount_captured + amount_over_refunded),
  -- Banks can't withdraw more than was captured, in all chargebacks of a payment together.
  CONSTRAINT payments_dispute_bound CHECK (amount_disputed <= amount_captured + amount_over_disputed),
  CONSTRAINT payments_late_return_bound CHECK (amount_late_returned BETWEEN 0 AND amount_late),
  CONSTRAINT payments_late_dispute_bound CHECK (amount_late_disputed BETWEEN 0 AND amount_late)
);
-- Each filter of the list has an index that ends in the id, by which lists are ordered and paged.
CREATE INDEX payments_status ON payments (tenant_id, status, id);
CREATE INDEX payments_amount ON payments (tenant_id, amount, id);
CREATE INDEX payments_currency ON payments (tenant_id, currency, id);
CREATE INDEX payments_client_reference ON payments (tenant_id, client_reference_id, id) WHERE client_reference_id IS NOT NULL;
CREATE INDEX payments_customer_email ON payments (tenant_id, customer_email_folded, id) WHERE customer_email_folded IS NOT NULL;
CREATE INDEX payments_customer_email_domain ON payments (tenant_id, customer_email_domain, id) WHERE customer_email_domain IS NOT NULL;
CREATE INDEX payments_customer_email_last_word ON payments (tenant_id, customer_email_last_word, id)
  WHERE customer_email_last_word IS NOT NULL;
CREATE INDEX payments_lapsing ON payments (capture_before) WHERE capture_before IS NOT NULL AND clock_id IS NULL;
CREATE INDEX payments_on_clock ON payments (tenant_id, clock_id, capture_before) WHERE clock_id IS NOT NULL;

ALTER TABLE payments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON payments TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY all_rows ON payments TO kassa_worker USING (true);
CREATE POLICY erased_rows ON payments FOR SELECT TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY erased_values ON payments FOR UPDATE TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY sandbox_only ON payments FOR DELETE TO kassa_eraser
  USING (tenant_id = current_tenant() AND mode = current_mode() AND mode = 'sandbox');
GRANT SELECT, INSERT, UPDATE ON payments TO kassa_request;
GRANT SELECT (tenant_id, mode, id, status, clock_id, capture_before) ON payments TO kassa_worker;
GRANT SELECT (tenant_id, id, session_id, clock_id, capture_before, customer_email, client_reference_id, metadata),
  UPDATE (customer_email, client_reference_id, metadata), DELETE ON payments TO kassa_eraser;

-- The tags of payments, for lists of the payments with a tag: no index of an array serves a query under row-level security.
CREATE TABLE payment_tags (
  tenant_id bigint NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  payment_id text COLLATE "C" NOT NULL,
  tag text COLLATE "C" NOT NULL CHECK (char_length(tag) BETWEEN 1 AND 40),
  PRIMARY KEY (tenant_id, payment_id, tag),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments
);
CREATE INDEX payment_tags_by_tag ON payment_tags (tenant_id, tag, payment_id);
ALTER TABLE payment_tags ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON payment_tags TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY erased_rows ON payment_tags FOR SELECT TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY sandbox_only ON payment_tags FOR DELETE TO kassa_eraser
  USING (tenant_id = current_tenant() AND mode = current_mode() AND mode = 'sandbox');
GRANT SELECT, INSERT, DELETE ON payment_tags TO kassa_request;
GRANT SELECT (tenant_id, payment_id), DELETE ON payment_tags TO kassa_eraser;

-- What people write about payments, for each other.
CREATE TABLE payment_notes (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  payment_id text COLLATE "C" NOT NULL,
  -- The person or the API key.
  author text NOT NULL,
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 2000),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments
);
CREATE INDEX payment_notes_of_payment ON payment_notes (tenant_id, payment_id, id);
ALTER TABLE payment_notes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON payment_notes TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY erased_rows ON payment_notes TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
GRANT SELECT, INSERT, DELETE ON payment_notes TO kassa_request;
GRANT SELECT (tenant_id, payment_id, text), UPDATE (text), DELETE ON payment_notes TO kassa_eraser;

-- An attempt's id is the PSP's idempotency key: it is stored before the call and never deleted.
CREATE TABLE attempts (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  payment_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  -- `late`: approved after it had been given up. Its funds are in payments.amount_late. `needs_review`: approved, but for another amount,
  -- currency or capture than was requested; nothing is applied until the merchant has decided, and no other attempt may begin. `failed`:
  -- it had been approved and captured, and the PSP has taken that back since.
  status text NOT NULL CHECK (status IN ('started', 'unknown', 'action_required', 'pending', 'needs_review', 'approved', 'declined',
    'late', 'failed')),
  -- How often the PSP has changed its word after the approval. The version of its postings.
  revision integer NOT NULL DEFAULT 0 CHECK (revision = 0 OR (revision > 0 AND (status = 'failed') = (revision % 2 = 1)
    AND status IN ('approved', 'failed'))),
  connector text NOT NULL,
  connector_account text NOT NULL,
  -- The preferred accounts that weren't used, and why: [{"connectorAccount": "ca_…", "reason": "begin_failed"}].
  passed_over json NOT NULL DEFAULT '[]',
  method text NOT NULL,
  -- Whether the customer pays on the PSP's hosted page. Nobody is sent to the page before its reference is stored.
  hosted boolean NOT NULL DEFAULT false,
  hosted_reference text,
  -- What the customer's browser brought back from the hosted page, as far as the PSP needs it for look-ups.
  returned_with json,
  -- When the PSP was last asked to charge what the customer had approved on the hosted page, in real time. The attempt isn't called off
  -- while that call may be on its way.
  finish_begun_at timestamptz,
  -- The PSP asked for another way to pay then. It isn't asked to charge again before the customer is back or the PSP notifies.
  finish_refused boolean NOT NULL DEFAULT false,
  card_brand text,
  card_last4 text CHECK (card_last4 ~ '^[0-9]{4}$'),
  -- The end of the account that a debit was made from, which may contain letters. The account itself is nowhere.
  account_last4 text CHECK (account_last4 ~ '^[A-Z0-9]{4}$'),
  -- One column to search by, for which the planner knows how rare a value is.
  last4 text GENERATED ALWAYS AS (COALESCE(card_last4, account_last4)) STORED,
  psp_reference text,
  redirect_url text,
  -- When the PSP ends the action that the attempt waits for; null if Kassa's own limit applies.
  action_expires_at timestamptz,
  decline_reason text,
  -- What a decline of the attempt is counted by: keyed digests, as in recent_declines. Removed when the attempt is over.
  decline_subjects bytea[],
  -- The issuer's answers about the card's details.
  card_checks json,
  -- Where the customer sends a transfer.
  transfer_instructions json,
  -- Known of transfers, and of what needs or needed a review.
  amount_received bigint,
  -- What the PSP says it took, where that isn't what was requested.
  evidence json,
  -- When the charge of the first movement changed, by the PSP's clock, that the PSP lists and that has to wait.
  compare_from timestamptz,
  started_at timestamptz NOT NULL DEFAULT kassa_now(),
  decided_at timestamptz,
  -- When to ask the PSP next; null once the outcome is final and nothing more can come of it.
  next_check_at timestamptz,
  -- The clock that next_check_at is a time of; null for real time. A first attempt is made in real time, and a question without an
  -- answer is repeated in real time: networks know no clocks.
  clock_id text COLLATE "C",
  checks integer NOT NULL DEFAULT 0,
  lease_until timestamptz,
  lease_fence bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, payment_id, number),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments,
  CONSTRAINT attempts_amount_received CHECK (amount_received IS NULL OR (amount_received > 0
    AND (method = 'bank_transfer' OR evidence IS NOT NULL)))
);
-- At most one attempt of a payment is in progress, and at most one succeeded: two tabs can't charge twice. A failed one may succeed again.
CREATE UNIQUE INDEX attempts_one_live ON attempts (tenant_id, payment_id)
  WHERE status IN ('started', 'unknown', 'action_required', 'pending', 'needs_review', 'approved', 'failed');
-- Few at a time: what PSPs hold that is in no posting yet.
CREATE INDEX attempts_needing_review ON attempts (tenant_id, payment_id) WHERE status = 'needs_review';
CREATE INDEX attempts_last4 ON attempts (tenant_id, last4, payment_id) WHERE last4 IS NOT NULL;
CREATE INDEX attempts_method ON attempts (tenant_id, method, payment_id);
CREATE INDEX attempts_connector ON attempts (tenant_id, connector, payment_id);
CREATE INDEX attempts_decline_reason ON attempts (tenant_id, decline_reason, payment_id) WHERE decline_reason IS NOT NULL;
CREATE INDEX attempts_psp_reference ON attempts (tenant_id, psp_reference) WHERE psp_reference IS NOT NULL;
CREATE INDEX attempts_hosted_reference ON attempts (tenant_id, hosted_reference) WHERE hosted_reference IS NOT NULL;
CREATE INDEX attempts_due ON attempts (next_check_at) WHERE next_check_at IS NOT NULL AND clock_id IS NULL;
CREATE INDEX attempts_due_on_clock ON attempts (tenant_id, clock_id, next_check_at)
  WHERE next_check_at IS NOT NULL AND clock_id IS NOT NULL;

ALTER TABLE attempts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON attempts TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY all_rows ON attempts TO kassa_worker USING (true);
CREATE POLICY erased_rows ON attempts FOR SELECT TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY sandbox_only ON attempts FOR DELETE TO kassa_eraser
  USING (tenant_id = current_tenant() AND mode = current_mode() AND mode = 'sandbox');
GRANT SELECT, INSERT, UPDATE ON attempts TO kassa_request;
GRANT SELECT (tenant_id, mode, id, payment_id, status, connector_account, decided_at, next_check_at, clock_id, lease_until, lease_fence),
  UPDATE (lease_until, lease_fence) ON attempts TO kassa_worker;
GRANT SELECT (tenant_id, id, payment_id, next_check_at, clock_id), DELETE ON attempts TO kassa_eraser;

-- What PSPs said of charges in verified notifications, where that is the only proof. Facts are only added: together they are a charge's state.
CREATE TABLE charge_facts (
  tenant_id bigint NOT NULL,
  attempt_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL CHECK (length(key) <= 200),
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  content json NOT NULL,
  received_at timestamptz NOT NULL DEFAULT statement_timestamp(),
  PRIMARY KEY (tenant_id, attempt_id, key),
  FOREIGN KEY (tenant_id, attempt_id) REFERENCES attempts
);
ALTER TABLE charge_facts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON charge_facts TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY erased_rows ON charge_facts FOR SELECT TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY sandbox_only ON charge_facts FOR DELETE TO kassa_eraser
  USING (tenant_id = current_tenant() AND mode = current_mode() AND mode = 'sandbox');
GRANT SELECT, INSERT ON charge_facts TO kassa_request;
GRANT SELECT (tenant_id, attempt_id), DELETE ON charge_facts TO kassa_eraser;

-- Against card testing: how many declines one address, or one card, has had at a merchant since the first of them. The subject is a
-- keyed digest, and rows go soon after they have stopped to count: nothing here tells who paid, or with what.
CREATE TABLE recent_declines (
  tenant_id bigint NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  subject bytea NOT NULL,
  declines integer NOT NULL CHECK (declines > 0),
  since timestamptz NOT NULL DEFAULT statement_timestamp(),
  PRIMARY KEY (tenant_id, mode, subject)
);
CREATE INDEX recent_declines_age ON recent_declines (since);
ALTER TABLE recent_declines ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON recent_declines TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY all_rows ON recent_declines TO kassa_worker USING (true);
GRANT SELECT, INSERT, UPDATE ON recent_declines TO kassa_request;
GRANT SELECT (tenant_id, mode, subject, since), DELETE ON recent_declines TO kassa_worker;

-- Movements ---------------------------------------------------------------------------------------------------------
-- One request to a PSP that moves money of an approved charge. Its id is the PSP's idempotency key: stored before the
-- call, and kept. Refunds as the API shows them are the rows of that kind.
CREATE TABLE movements (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  payment_id text COLLATE "C" NOT NULL,
  attempt_id text COLLATE "C" NOT NULL,
  -- `call_off` releases an attempt that waits for its customer. It is recorded before the PSP is asked, because the PSP may execute it
  -- after the attempt was approved: what it released then has to be posted and reported.
  kind text NOT NULL CHECK (kind IN ('capture', 'void', 'refund', 'call_off')),
  status text NOT NULL CHECK (status IN ('started', 'unknown', 'pending', 'succeeded', 'failed')),
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  currency text NOT NULL,
  -- Of a capture: what is left is released.
  final boolean NOT NULL DEFAULT false,
  -- It moves late funds. A call-off is `late` unless it has released an approved authorization: then it is no part of the payment's amounts.
  late boolean NOT NULL DEFAULT false,
  reason text,
  metadata json,
  failure_reason text,
  -- The PSP refuses it until then, and the call is repeated afterwards.
  delayed_until timestamptz CHECK (delayed_until IS NULL OR status = 'unknown'),
  -- Of a capture or refund: how often the PSP has changed its word after the first decision. The version of its postings.
  revision integer NOT NULL DEFAULT 0 CHECK (revision = 0 OR (revision > 0 AND kind IN ('capture', 'refund'))),
  -- Where it was made: a merchant may capture, void or refund at the PSP's own dashboard.
  origin text NOT NULL DEFAULT 'kassa' CHECK (origin IN ('kassa', 'psp')),
  -- The idempotency key at the PSP where it is derived from the request, so that a restored backup asks under the same. Null: the id.
  psp_key text COLLATE "C",
  psp_reference text,
  created_at timestamptz NOT NULL DEFAULT kassa_now(),
  decided_at timestamptz,
  next_check_at timestamptz,
  -- The clock that next_check_at is a time of; null for real time.
  clock_id text COLLATE "C",
  checks integer NOT NULL DEFAULT 0,
  lease_until timestamptz,
  lease_fence bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments,
  FOREIGN KEY (tenant_id, attempt_id) REFERENCES attempts,
  CHECK (status NOT IN ('started', 'unknown', 'pending') OR next_check_at IS NOT NULL)
);
-- One capture or void at a time for each charge. A late charge of the same payment is released on its own.
CREATE UNIQUE INDEX movements_one_release_per_charge ON movements (tenant_id, payment_id, attempt_id)
  WHERE kind IN ('void', 'capture') AND status IN ('started', 'unknown', 'pending');
CREATE UNIQUE INDEX movements_psp_key ON movements (tenant_id, psp_key) WHERE psp_key IS NOT NULL;
CREATE INDEX movements_of_payment ON movements (tenant_id, payment_id, id);
CREATE INDEX movements_of_attempt ON movements (tenant_id, attempt_id);
CREATE INDEX movements_psp_reference ON movements (tenant_id, psp_reference) WHERE psp_reference IS NOT NULL;
CREATE INDEX movements_refunds_status ON movements (tenant_id, status, id) WHERE kind = 'refund';
CREATE INDEX movements_refunds_amount ON movements (tenant_id, amount, id) WHERE kind = 'refund';
CREATE INDEX movements_refunds_currency ON movements (tenant_id, currency, id) WHERE kind = 'refund';
CREATE INDEX movements_due ON movements (next_check_at) WHERE next_check_at IS NOT NULL AND clock_id IS NULL;
CREATE INDEX movements_late_release_refused ON movements (decided_at)
  WHERE late AND kind = 'void' AND status = 'failed' AND clock_id IS NULL;

ALTER TABLE movements ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON movements TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY all_rows ON movements TO kassa_worker USING (true);
CREATE POLICY erased_rows ON movements FOR SELECT TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY erased_values ON movements FOR UPDATE TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY sandbox_only ON movements FOR DELETE TO kassa_eraser
  USING (tenant_id = current_tenant() AND mode = current_mode() AND mode = 'sandbox');
GRANT SELECT, INSERT, UPDATE ON movements TO kassa_request;
GRANT SELECT (tenant_id, mode, id, payment_id, attempt_id, kind, status, late, failure_reason, created_at, decided_at, next_check_at,
  clock_id, lease_until, lease_fence), UPDATE (lease_until, lease_fence) ON movements TO kassa_worker;
GRANT SELECT (tenant_id, id, payment_id, metadata, clock_id, next_check_at), UPDATE (metadata), DELETE ON movements TO kassa_eraser;

-- Up to when the PSP's list of charges has been compared with ours, for each account. It is in the database so that a
-- restored backup brings its own: a charge after that time is what the backup doesn't know.
CREATE TABLE compared_accounts (
  tenant_id bigint NOT NULL,
  connector_account text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  compared_until timestamptz NOT NULL,
  -- A notification about an unknown movement has the account's list read at once, not within the hour.
  due_at timestamptz,
  -- Where the next comparison begins, if that is before compared_until.
  due_from timestamptz,
  PRIMARY KEY (tenant_id, connector_account)
);
CREATE INDEX compared_accounts_due ON compared_accounts (due_at) WHERE due_at IS NOT NULL;
ALTER TABLE compared_accounts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON compared_accounts TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY all_rows ON compared_accounts FOR SELECT TO kassa_control USING (true);
CREATE POLICY worker_reads ON compared_accounts FOR SELECT TO kassa_worker USING (true);
CREATE POLICY worker_leases ON compared_accounts FOR UPDATE TO kassa_worker USING (true);
GRANT SELECT, INSERT, UPDATE ON compared_accounts TO kassa_request;
GRANT SELECT (tenant_id, mode, connector_account) ON compared_accounts TO kassa_control;
GRANT SELECT (tenant_id, mode, connector_account, due_at), UPDATE (due_at) ON compared_accounts TO kassa_worker;

-- Accounts at which no movement begins: after a restore or a failover the database may have forgotten movements, so the PSP's list
-- of charges is compared with ours first.
CREATE TABLE movement_holds (
  tenant_id bigint NOT NULL,
  -- The connector account.
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  since timestamptz NOT NULL DEFAULT statement_timestamp(),
  -- When the account is compared next.
  next_check_at timestamptz NOT NULL DEFAULT statement_timestamp(),
  checks integer NOT NULL DEFAULT 0,
  lease_until timestamptz,
  lease_fence bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX movement_holds_due ON movement_holds (next_check_at);
ALTER TABLE movement_holds ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON movement_holds TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY all_rows ON movement_holds TO kassa_control, kassa_worker USING (true);
GRANT SELECT, UPDATE, DELETE ON movement_holds TO kassa_request;
GRANT SELECT, INSERT, UPDATE, DELETE ON movement_holds TO kassa_control;
GRANT SELECT (tenant_id, mode, id, since, next_check_at, lease_until, lease_fence), UPDATE (lease_until, lease_fence)
  ON movement_holds TO kassa_worker;

-- PSPs' notifications, as they were sent, before anything is made of them.
CREATE TABLE psp_notifications (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  connector text NOT NULL,
  connector_account text NOT NULL,
  psp_event_id text NOT NULL,
  body bytea NOT NULL,
  received_at timestamptz NOT NULL DEFAULT statement_timestamp(),
  -- Why it changed nothing: it doesn't match what we know of the attempt that it names.
  quarantine_reason text,
  -- When somebody of the merchant said that it is dealt with.
  handled_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, connector_account, psp_event_id)
);
CREATE INDEX psp_notifications_age ON psp_notifications (mode, received_at);
CREATE INDEX psp_notifications_quarantined ON psp_notifications (received_at) WHERE quarantine_reason IS NOT NULL AND handled_at IS NULL;
ALTER TABLE psp_notifications ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON psp_notifications TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY all_rows ON psp_notifications FOR SELECT TO kassa_worker USING (true);
CREATE POLICY old_rows ON psp_notifications FOR DELETE TO kassa_worker USING (received_at < now() - interval '1 day');
CREATE POLICY erased_rows ON psp_notifications TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
GRANT SELECT, INSERT, UPDATE (handled_at) ON psp_notifications TO kassa_request;
-- How many changed nothing, and never what they said.
GRANT SELECT (tenant_id, mode, id, received_at, quarantine_reason, handled_at), DELETE ON psp_notifications TO kassa_worker;
GRANT SELECT (tenant_id, body), UPDATE (body) ON psp_notifications TO kassa_eraser;

-- Disputes ----------------------------------------------------------------------------------------------------------
CREATE TABLE disputes (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  payment_id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  -- Whose charge is disputed. Null: of the one attempt that brought the payment's own money.
  attempt_id text COLLATE "C",
  connector_account text NOT NULL,
  psp_reference text COLLATE "C" NOT NULL,
  -- An inquiry is a bank's question; no money moves unless it becomes a chargeback.
  stage text NOT NULL CHECK (stage IN ('inquiry', 'chargeback')),
  status text NOT NULL CHECK (status IN ('needs_response', 'under_review', 'won', 'lost', 'closed')),
  reason text NOT NULL,
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  currency text NOT NULL,
  -- The part that the customer keeps by the decision; 0 before it.
  amount_lost bigint NOT NULL DEFAULT 0,
  -- What the PSP gave back during the review, until the decision.
  amount_returned bigint NOT NULL DEFAULT 0,
  fee bigint NOT NULL DEFAULT 0 CHECK (fee >= 0),
  -- How often the PSP has changed its word after the first decision. The version of its postings.
  revision integer NOT NULL DEFAULT 0 CHECK (revision >= 0),
  -- Of late funds. They are counted apart: a payment's own money can be refunded whatever becomes of them.
  late boolean NOT NULL DEFAULT false,
  accepted boolean NOT NULL DEFAULT false,
  evidence json,
  -- Which of its files the evidence is made of; null for all that it has.
  evidence_files json,
  evidence_due_at timestamptz,
  evidence_submitted_at timestamptz,
  clock_id text COLLATE "C",
  opened_at timestamptz NOT NULL DEFAULT kassa_now(),
  closed_at timestamptz,
  -- When to ask the PSP next; null once closed.
  next_check_at timestamptz,
  checks integer NOT NULL DEFAULT 0,
  -- What was asked of the PSP and isn't confirmed yet.
  pending_action text CHECK (pending_action IN ('accept', 'evidence')),
  -- The PSP's idempotency key of the pending action: stored before the call, and kept until its outcome is known.
  action_key text COLLATE "C",
  -- How many actions there were, which makes each one's key its own.
  action_count integer NOT NULL DEFAULT 0,
  -- Real time, whatever clock the dispute lives by: a call without an answer is a matter of networks.
  action_check_at timestamptz,
  -- Each action that the PSP refused, by its key, and why: the answer to the request that asked for it, should that be repeated.
  refused_actions jsonb NOT NULL DEFAULT '{}',
  lease_until timestamptz,
  lease_fence bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  -- In this order it serves the search for a PSP's reference, too.
  UNIQUE (tenant_id, psp_reference, connector_account),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments,
  FOREIGN KEY (tenant_id, attempt_id) REFERENCES attempts,
  CONSTRAINT disputes_action CHECK ((pending_action IS NULL) = (action_key IS NULL)
    AND (pending_action IS NULL) = (action_check_at IS NULL)),
  -- The seven states of src/disputes/state.ts.
  CONSTRAINT disputes_state CHECK (CASE stage WHEN 'inquiry' THEN status NOT IN ('won', 'lost') ELSE status <> 'closed' END),
  CONSTRAINT disputes_over CHECK (CASE WHEN status IN ('won', 'lost', 'closed')
    THEN closed_at IS NOT NULL AND next_check_at IS NULL AND pending_action IS NULL
    ELSE closed_at IS NULL AND next_check_at IS NOT NULL END),
  CONSTRAINT disputes_lost CHECK (CASE status WHEN 'lost' THEN amount_lost BETWEEN 1 AND amount
    WHEN 'won' THEN amount_lost >= 0 AND amount_lost < amount ELSE amount_lost = 0 END),
  CONSTRAINT disputes_returned CHECK (amount_returned BETWEEN 0 AND amount
    AND (amount_returned = 0 OR (stage = 'chargeback' AND status <> 'needs_response'))),
  CONSTRAINT disputes_fee CHECK (fee = 0 OR stage = 'chargeback'),
  CONSTRAINT disputes_accepted CHECK (NOT accepted OR status = 'lost'),
  CONSTRAINT disputes_late CHECK (NOT late OR attempt_id IS NOT NULL)
);
CREATE INDEX disputes_of_payment ON disputes (tenant_id, payment_id);
CREATE INDEX disputes_of_attempt ON disputes (tenant_id, attempt_id) WHERE attempt_id IS NOT NULL;
CREATE INDEX disputes_due ON disputes (next_check_at) WHERE next_check_at IS NOT NULL AND clock_id IS NULL;
CREATE INDEX disputes_on_clock ON disputes (tenant_id, clock_id) WHERE clock_id IS NOT NULL;
CREATE INDEX disputes_action_due ON disputes (action_check_at) WHERE action_check_at IS NOT NULL;
ALTER TABLE disputes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON disputes TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY all_rows ON disputes TO kassa_worker USING (true);
CREATE POLICY erased_rows ON disputes FOR SELECT TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY erased_values ON disputes FOR UPDATE TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY sandbox_only ON disputes FOR DELETE TO kassa_eraser
  USING (tenant_id = current_tenant() AND mode = current_mode() AND mode = 'sandbox');
GRANT SELECT, INSERT, UPDATE ON disputes TO kassa_request;
GRANT SELECT (tenant_id, mode, id, status, clock_id, next_check_at, pending_action, action_check_at, lease_until, lease_fence),
  UPDATE (lease_until, lease_fence) ON disputes TO kassa_worker;
GRANT SELECT (tenant_id, id, payment_id, session_id, evidence, clock_id, next_check_at), UPDATE (evidence), DELETE
  ON disputes TO kassa_eraser;

CREATE TABLE dispute_files (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  dispute_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  media_type text NOT NULL CHECK (media_type IN ('application/pdf', 'image/png', 'image/jpeg')),
  content bytea NOT NULL CHECK (octet_length(content) BETWEEN 1 AND 5242880),
  created_at timestamptz NOT NULL DEFAULT kassa_now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, dispute_id) REFERENCES disputes
);
CREATE INDEX dispute_files_of_dispute ON dispute_files (tenant_id, dispute_id);
ALTER TABLE dispute_files ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON dispute_files TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY erased_rows ON dispute_files FOR SELECT TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY sandbox_only ON dispute_files FOR DELETE TO kassa_eraser
  USING (tenant_id = current_tenant() AND mode = current_mode() AND mode = 'sandbox');
GRANT SELECT, INSERT ON dispute_files TO kassa_request;
GRANT SELECT (tenant_id, id, dispute_id), DELETE ON dispute_files TO kassa_eraser;

-- Disputes that a PSP has reported, by a notification or beside a charge, and that it is to be asked about. A report is no proof: a
-- dispute is made from the PSP's answer only. Rows stay, as a record of what was reported and what was wrong with it.
CREATE TABLE reported_disputes (
  tenant_id bigint NOT NULL,
  connector_account text NOT NULL,
  psp_reference text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  -- The disputed charge, as reported.
  attempt_id text COLLATE "C" NOT NULL,
  -- Why the PSP's answer changed nothing: it doesn't match what we know of the charge.
  quarantine_reason text,
  -- When somebody of the merchant said that it is dealt with. A later report begins anew.
  handled_at timestamptz,
  reported_at timestamptz NOT NULL DEFAULT statement_timestamp(),
  -- Real time, whatever clock the charge lives by: a report is made when something has happened. Null once it is answered.
  next_check_at timestamptz,
  checks integer NOT NULL DEFAULT 0,
  -- Whether the PSP is asked, since the report, about the charge that it had declined.
  charge_rechecked boolean NOT NULL DEFAULT false,
  lease_until timestamptz,
  lease_fence bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, connector_account, psp_reference),
  FOREIGN KEY (tenant_id, attempt_id) REFERENCES attempts
);
-- Reports about an attempt are looked into again once its money has arrived.
CREATE INDEX reported_disputes_of_attempt ON reported_disputes (tenant_id, attempt_id);
CREATE INDEX reported_disputes_due ON reported_disputes (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX reported_disputes_quarantined ON reported_disputes (reported_at) WHERE quarantine_reason IS NOT NULL AND handled_at IS NULL;
ALTER TABLE reported_disputes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON reported_disputes TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY all_rows ON reported_disputes TO kassa_worker USING (true);
CREATE POLICY erased_rows ON reported_disputes FOR SELECT TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY sandbox_only ON reported_disputes FOR DELETE TO kassa_eraser
  USING (tenant_id = current_tenant() AND mode = current_mode() AND mode = 'sandbox');
GRANT SELECT, INSERT, UPDATE ON reported_disputes TO kassa_request;
GRANT SELECT (tenant_id, mode, connector_account, psp_reference, quarantine_reason, handled_at, reported_at, next_check_at, lease_until, lease_fence),
  UPDATE (lease_until, lease_fence) ON reported_disputes TO kassa_worker;
GRANT SELECT (tenant_id, attempt_id), DELETE ON reported_disputes TO kassa_eraser;

-- Ledger ------------------------------------------------------------------------------------------------------------
-- The closed months of each tenant and mode, in UTC: nothing is posted with a time in them. On the coordinator, because changes are audited.
CREATE TABLE ledger_periods (
  tenant_id bigint NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  -- As 2026-11.
  month text COLLATE "C" NOT NULL CHECK (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  status text NOT NULL CHECK (status IN ('closed', 'reopened')),
  -- The first moment after the month.
  ends_at timestamptz NOT NULL,
  closed_at timestamptz NOT NULL DEFAULT statement_timestamp(),
  -- Those despite which it was closed, and the accounts whose imports hadn't reached its end.
  differences json NOT NULL,
  incomplete_imports json NOT NULL,
  -- Why it was reopened.
  reason text,
  PRIMARY KEY (tenant_id, mode, month)
);
ALTER TABLE ledger_periods ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON ledger_periods TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
GRANT SELECT, INSERT, UPDATE (status, closed_at, differences, incomplete_imports, reason) ON ledger_periods TO kassa_request;

-- The time of a posting: kassa_now(), or the first moment after the closed months where a sandbox clock shows a time in them. In
-- real time, a month is closed once nobody posts in it any more (src/settlements/periods/close-period.ts).
CREATE FUNCTION ledger_now() RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN GREATEST(kassa_now(), (SELECT max(ends_at) FROM ledger_periods
    WHERE tenant_id = current_tenant() AND mode = current_mode() AND status = 'closed'));
END
$$;

-- One row for each balanced transaction, committed with the change of state that caused it. Its entries are two lists of the same length:
-- accounts, and amounts in minor units, debits positive and credits negative. One row, so that a CHECK can hold the balance on one
-- PostgreSQL and on Citus alike (docs/decisions/0042-a-row-for-each-ledger-transaction.md). Nobody may change or add entries:
-- the request role can update the position only.
CREATE TABLE ledger_transactions (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  kind text NOT NULL,
  -- What caused it: the id of an attempt, movement, dispute, settlement line or payout. Each cause posts each kind once in a version.
  source_id text COLLATE "C" NOT NULL,
  -- How often the PSP had changed its word about the cause: a won dispute is lost, a failed refund succeeds.
  version integer NOT NULL DEFAULT 0 CHECK (version >= 0),
  -- Null for arrived payouts, and for settlement lines that belong to no payment: fees, reserves, payouts, and what isn't matched.
  payment_id text COLLATE "C",
  -- The account at the PSP whose money it moves: the attempt's, dispute's or settlement line's.
  connector_account text COLLATE "C" NOT NULL,
  -- The transaction that this one reverses; each can be reversed once.
  reverses text COLLATE "C",
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  accounts text[] NOT NULL CHECK (accounts <@ ARRAY['customer_funds_receivable', 'authorized_funds', 'psp_clearing',
    'psp_receivable', 'in_transit', 'bank', 'merchant_payable', 'refunds', 'disputes', 'fees', 'processing_fees', 'fx', 'reserves', 'adjustments',
    'surplus']),
  amounts bigint[] NOT NULL CHECK (0 <> ALL (amounts)),
  created_at timestamptz NOT NULL DEFAULT ledger_now(),
  -- The place in the order of exports, gapless in each tenant and mode. Null until the books are closed up to it: only one closing at a
  -- time gives positions, to transactions that are committed, so nothing can appear below the last one.
  position bigint,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, source_id, kind, version),
  FOREIGN KEY (tenant_id, reverses) REFERENCES ledger_transactions,
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments,
  CONSTRAINT ledger_transactions_payment CHECK (payment_id IS NOT NULL OR source_id LIKE 'stl\_%' OR source_id LIKE 'stb\_%'),
  CONSTRAINT ledger_transactions_lists CHECK (cardinality(accounts) = cardinality(amounts) AND cardinality(amounts) BETWEEN 2 AND 6),
  CONSTRAINT ledger_transactions_balance CHECK ((amounts[1] + amounts[2] + COALESCE(amounts[3], 0) + COALESCE(amounts[4], 0)
    + COALESCE(amounts[5], 0) + COALESCE(amounts[6], 0)) IS NOT DISTINCT FROM 0 AND array_position(amounts, NULL) IS NULL)
);
CREATE UNIQUE INDEX ledger_transactions_reverses ON ledger_transactions (tenant_id, reverses) WHERE reverses IS NOT NULL;
CREATE INDEX ledger_transactions_of_payment ON ledger_transactions (tenant_id, payment_id);
CREATE UNIQUE INDEX ledger_transactions_position ON ledger_transactions (tenant_id, mode, position) WHERE position IS NOT NULL;
CREATE INDEX ledger_transactions_open ON ledger_transactions (tenant_id, mode, id) WHERE position IS NULL;
-- Lists of the entries of one currency, connector account or account, in the order of ids. Of an account that most transactions post to, a page is found soon
-- without an index.
CREATE INDEX ledger_transactions_currency ON ledger_transactions (tenant_id, currency, id);
CREATE INDEX ledger_transactions_connector_account ON ledger_transactions (tenant_id, connector_account, id);
CREATE INDEX ledger_transactions_refunds ON ledger_transactions (tenant_id, id) WHERE 'refunds' = ANY (accounts);
CREATE INDEX ledger_transactions_disputes ON ledger_transactions (tenant_id, id) WHERE 'disputes' = ANY (accounts);
CREATE INDEX ledger_transactions_fees ON ledger_transactions (tenant_id, id) WHERE 'fees' = ANY (accounts);
CREATE INDEX ledger_transactions_in_transit ON ledger_transactions (tenant_id, id) WHERE 'in_transit' = ANY (accounts);
CREATE INDEX ledger_transactions_bank ON ledger_transactions (tenant_id, id) WHERE 'bank' = ANY (accounts);
CREATE INDEX ledger_transactions_fx ON ledger_transactions (tenant_id, id) WHERE 'fx' = ANY (accounts);
CREATE INDEX ledger_transactions_reserves ON ledger_transactions (tenant_id, id) WHERE 'reserves' = ANY (accounts);
CREATE INDEX ledger_transactions_adjustments ON ledger_transactions (tenant_id, id) WHERE 'adjustments' = ANY (accounts);
CREATE INDEX ledger_transactions_surplus ON ledger_transactions (tenant_id, id) WHERE 'surplus' = ANY (accounts);
ALTER TABLE ledger_transactions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON ledger_transactions TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY all_rows ON ledger_transactions FOR SELECT TO kassa_worker USING (true);
CREATE POLICY erased_rows ON ledger_transactions FOR SELECT TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY sandbox_only ON ledger_transactions FOR DELETE TO kassa_eraser
  USING (tenant_id = current_tenant() AND mode = current_mode() AND mode = 'sandbox');
GRANT SELECT, INSERT, UPDATE (position) ON ledger_transactions TO kassa_request;
-- To find the books that are worth closing.
GRANT SELECT (tenant_id, mode, position) ON ledger_transactions TO kassa_worker;
GRANT SELECT (tenant_id, mode, payment_id, connector_account, position, currency, accounts, amounts), DELETE ON ledger_transactions TO kassa_eraser;

-- The entries, a row each: for people and checks that read the books with SQL. Kassa's own roles don't read it.
CREATE VIEW ledger_entries WITH (security_invoker = true) AS
  SELECT t.tenant_id, overlay(left(t.id, -1) PLACING 'lte' FROM 1 FOR 3) || entry.place AS id, t.mode, t.id AS transaction_id, t.kind,
    t.source_id, t.reverses, t.payment_id, t.connector_account, entry.account, t.currency, entry.amount, t.position, t.created_at
  FROM ledger_transactions t
    CROSS JOIN LATERAL unnest(t.accounts, t.amounts) WITH ORDINALITY AS entry (account, amount, place);

-- The position up to which the books are closed: ledger_closed_sums holds the sums of the entries up to it.
CREATE TABLE ledger_closings (
  tenant_id bigint NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  through bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, mode)
);
CREATE TABLE ledger_closed_sums (
  tenant_id bigint NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  connector_account text COLLATE "C" NOT NULL,
  account text NOT NULL,
  currency text NOT NULL,
  sum numeric NOT NULL,
  PRIMARY KEY (tenant_id, mode, connector_account, account, currency)
);
ALTER TABLE ledger_closings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_closed_sums ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON ledger_closings TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY own_rows ON ledger_closed_sums TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY erased_rows ON ledger_closings FOR SELECT TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY erased_rows ON ledger_closed_sums FOR SELECT TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY sandbox_sums ON ledger_closings FOR UPDATE TO kassa_eraser
  USING (tenant_id = current_tenant() AND mode = current_mode() AND mode = 'sandbox');
CREATE POLICY sandbox_sums ON ledger_closed_sums FOR UPDATE TO kassa_eraser
  USING (tenant_id = current_tenant() AND mode = current_mode() AND mode = 'sandbox');
GRANT SELECT, INSERT, UPDATE ON ledger_closings, ledger_closed_sums TO kassa_request;
-- Updated to its own value only: to lock the row, so that no entries are added up meanwhile.
GRANT SELECT (tenant_id, mode, through), UPDATE (through) ON ledger_closings TO kassa_eraser;
GRANT SELECT, UPDATE (sum) ON ledger_closed_sums TO kassa_eraser;

-- Settlements -------------------------------------------------------------------------------------------------------
-- How far the PSP's bookings of a connector account have been imported. One import at a time holds the row's lock while it stores lines.
CREATE TABLE settlement_imports (
  tenant_id bigint NOT NULL,
  connector_account text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  -- By the PSP's clock: what it booked before is here, apart from what it booked with a delay. Null before the first import has ended.
  booked_until timestamptz,
  -- Everything that the PSP booked before was read, also if it booked nothing. Null before the first import has ended.
  complete_until timestamptz,
  -- The number of the newest report file that was imported; null where the PSP has lists.
  last_report integer,
  -- The lowest and the highest number of the reports that the PSP's notifications have announced; null before the first.
  first_announced integer,
  last_announced integer,
  PRIMARY KEY (tenant_id, connector_account)
);
-- Payouts, as the PSP last showed them.
CREATE TABLE settlement_batches (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  connector_account text COLLATE "C" NOT NULL,
  psp_reference text COLLATE "C" NOT NULL,
  status text NOT NULL CHECK (status IN ('in_transit', 'paid', 'failed')),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  amount bigint NOT NULL CHECK (amount BETWEEN -9007199254740991 AND 9007199254740991),
  paid_out_at timestamptz NOT NULL,
  arrives_on date,
  -- By which the bank's statement may show it.
  bank_texts text[] NOT NULL,
  -- The number and the net sum of the lines that it pays. Null until all of them are here.
  lines integer,
  lines_net bigint,
  -- The entry of a bank statement that shows its arrival. There is no foreign key: another room's table.
  bank_entry_id text COLLATE "C",
  imported_at timestamptz NOT NULL DEFAULT statement_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, connector_account, psp_reference)
);
CREATE UNIQUE INDEX settlement_batches_bank_entry ON settlement_batches (tenant_id, bank_entry_id) WHERE bank_entry_id IS NOT NULL;
-- What the PSP booked. A line never changes, except that it becomes known which batch pays it, and what an unmatched one is for.
CREATE TABLE settlement_lines (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  connector_account text COLLATE "C" NOT NULL,
  -- The PSP's references of the line, of the charge, refund, dispute or payout that it is about, and of its batch.
  psp_reference text COLLATE "C" NOT NULL,
  about text COLLATE "C",
  batch text COLLATE "C",
  -- When Kassa learned the batch: a report of a closed month shows only what was known when it was closed.
  batch_known_at timestamptz,
  type text NOT NULL CHECK (type IN ('charge', 'charge_failure', 'refund', 'refund_failure', 'dispute', 'dispute_reversal', 'fee', 'exchange',
    'reserve', 'payout', 'payout_failure', 'adjustment')),
  category text NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  gross bigint NOT NULL CHECK (gross BETWEEN -9007199254740991 AND 9007199254740991),
  fee bigint NOT NULL CHECK (fee BETWEEN -9007199254740991 AND 9007199254740991),
  net bigint NOT NULL CHECK (net BETWEEN -9007199254740991 AND 9007199254740991),
  exchanged_currency text CHECK (exchanged_currency ~ '^[A-Z]{3}$'),
  exchanged_amount bigint CHECK (exchanged_amount BETWEEN -9007199254740991 AND 9007199254740991),
  -- The PSP's rate, as a decimal number: for people, nothing is computed with it.
  exchange_rate text,
  booked_at timestamptz NOT NULL,
  available_at timestamptz,
  -- `matched` with what Kassa has of it; `booked`: there is nothing to match, as of fees and payouts; `exception`: in adjustments.
  status text NOT NULL CHECK (status IN ('matched', 'booked', 'exception')),
  exception_reason text CHECK (exception_reason IN ('unknown_reference', 'amount_differs', 'currency_differs', 'settled_before',
    'unexplained')),
  -- Whether it was an exception first, whose posting is reversed.
  matched_later boolean NOT NULL DEFAULT false,
  -- The attempt, capture, refund or dispute whose money it settles, and the payment. An exception may have the payment only.
  source_id text COLLATE "C",
  -- The version of the source's posting that it settles. Of a dispute, whose money may be taken, given back and taken again: how many lines
  -- of the type came before.
  source_version integer CHECK (source_version >= 0),
  payment_id text COLLATE "C",
  imported_at timestamptz NOT NULL DEFAULT statement_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, connector_account, psp_reference),
  CONSTRAINT settlement_lines_batch CHECK ((batch IS NULL) = (batch_known_at IS NULL)),
  CONSTRAINT settlement_lines_net CHECK (net = gross - fee),
  CONSTRAINT settlement_lines_exchange CHECK ((exchanged_currency IS NULL) = (exchanged_amount IS NULL)),
  CONSTRAINT settlement_lines_reason CHECK ((status = 'exception') = (exception_reason IS NOT NULL)),
  CONSTRAINT settlement_lines_source CHECK ((status = 'matched') = (source_id IS NOT NULL)
    AND (source_id IS NULL OR payment_id IS NOT NULL) AND (source_id IS NULL) = (source_version IS NULL))
);
-- No posting of an attempt, movement or dispute is settled twice by lines of the same type.
CREATE UNIQUE INDEX settlement_lines_source ON settlement_lines (tenant_id, source_id, type, source_version) WHERE source_id IS NOT NULL;
CREATE INDEX settlement_lines_of_payment ON settlement_lines (tenant_id, payment_id, id) WHERE payment_id IS NOT NULL;
CREATE INDEX settlement_lines_of_batch ON settlement_lines (tenant_id, batch, id) WHERE batch IS NOT NULL;
CREATE INDEX settlement_lines_unpaid ON settlement_lines (tenant_id, connector_account, about) WHERE batch IS NULL;
-- What isn't in a payout, by when it can be.
CREATE INDEX settlement_lines_available ON settlement_lines (tenant_id, available_at) WHERE batch IS NULL;
CREATE INDEX settlement_lines_exceptions ON settlement_lines (tenant_id, id) WHERE status = 'exception';
ALTER TABLE settlement_imports ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE settlement_batches ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE settlement_lines ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON settlement_imports TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY own_rows ON settlement_batches TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY erased_rows ON settlement_batches FOR SELECT TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY own_rows ON settlement_lines TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
GRANT SELECT, INSERT, UPDATE (booked_until, complete_until, last_report, first_announced, last_announced) ON settlement_imports TO kassa_request;
GRANT SELECT, INSERT, UPDATE (status, arrives_on, bank_texts, lines, lines_net, bank_entry_id) ON settlement_batches TO kassa_request;
GRANT SELECT (tenant_id, bank_entry_id) ON settlement_batches TO kassa_eraser;
GRANT SELECT, INSERT, UPDATE (batch, batch_known_at, status, exception_reason, matched_later, source_id, source_version, payment_id)
  ON settlement_lines TO kassa_request;

-- Receipts ----------------------------------------------------------------------------------------------------------
-- The installation's signing keys, one in use for each mode. The public half is published for good; the private half is
-- sealed with KASSA_SECRET_KEY. A key is named by the hash of its public half (RFC 7638).
CREATE TABLE receipt_keys (
  key_id text COLLATE "C" PRIMARY KEY CHECK (key_id ~ '^[A-Za-z0-9_-]{43}$'),
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  -- The 32 bytes of RFC 8032.
  public_key bytea NOT NULL CHECK (octet_length(public_key) = 32),
  private_key_sealed bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
  -- From when on it signs nothing any more; what it signed stays signed.
  retired_at timestamptz,
  -- From when on its signatures prove nothing, because somebody else may have it. It stays published, as withdrawn.
  withdrawn_at timestamptz,
  CONSTRAINT receipt_keys_withdrawn CHECK (withdrawn_at IS NULL OR retired_at IS NOT NULL)
);
CREATE UNIQUE INDEX receipt_keys_in_use ON receipt_keys (mode) WHERE retired_at IS NULL;
ALTER TABLE receipt_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
-- A request signs with the key of its own mode: a sandbox receipt can't be made to look like a live one.
CREATE POLICY own_mode ON receipt_keys FOR SELECT TO kassa_request USING (mode = current_mode());
CREATE POLICY all_rows ON receipt_keys TO kassa_control USING (true);
GRANT SELECT ON receipt_keys TO kassa_request;
GRANT SELECT, INSERT, UPDATE (retired_at, withdrawn_at, private_key_sealed) ON receipt_keys TO kassa_control;

-- The receipts that were asked for. The document is kept as it was signed, byte for byte.
CREATE TABLE receipts (
  tenant_id bigint NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  document text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
  PRIMARY KEY (tenant_id, session_id),
  FOREIGN KEY (tenant_id, session_id) REFERENCES checkout_sessions
);
-- Receipts of a withdrawn key, signed again by another. The first stays what it was.
CREATE TABLE receipt_renewals (
  tenant_id bigint NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  document text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
  PRIMARY KEY (tenant_id, session_id, key_id),
  FOREIGN KEY (tenant_id, session_id) REFERENCES receipts
);
ALTER TABLE receipts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE receipt_renewals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON receipts TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY own_rows ON receipt_renewals TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY erased_rows ON receipts FOR SELECT TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY erased_rows ON receipt_renewals FOR SELECT TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY sandbox_only ON receipts FOR DELETE TO kassa_eraser
  USING (tenant_id = current_tenant() AND mode = current_mode() AND mode = 'sandbox');
CREATE POLICY sandbox_only ON receipt_renewals FOR DELETE TO kassa_eraser
  USING (tenant_id = current_tenant() AND mode = current_mode() AND mode = 'sandbox');
GRANT SELECT, INSERT ON receipts, receipt_renewals TO kassa_request;
GRANT SELECT (tenant_id, session_id, document), DELETE ON receipts, receipt_renewals TO kassa_eraser;

-- Receipts that are mailed to the address that the customer entered, each once. The address is in the session only.
CREATE TABLE receipt_mails (
  tenant_id bigint NOT NULL,
  -- The session's.
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  tries integer NOT NULL DEFAULT 0,
  -- Null once it is sent or given up.
  next_try_at timestamptz DEFAULT statement_timestamp(),
  lease_until timestamptz,
  lease_fence bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, id) REFERENCES checkout_sessions ON DELETE CASCADE
);
CREATE INDEX receipt_mails_due ON receipt_mails (next_try_at) WHERE next_try_at IS NOT NULL;
ALTER TABLE receipt_mails ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON receipt_mails TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY all_rows ON receipt_mails TO kassa_worker USING (true);
GRANT SELECT, INSERT, UPDATE (tries, next_try_at, lease_until, lease_fence) ON receipt_mails TO kassa_request;
GRANT SELECT (tenant_id, mode, id, next_try_at, lease_until, lease_fence), UPDATE (lease_until, lease_fence)
  ON receipt_mails TO kassa_worker;

-- Exports -----------------------------------------------------------------------------------------------------------
-- Lists that are made in the background and downloaded as a file. They hold customers' e-mail addresses: a job deletes them after 7 days,
-- and the erasure of any customer deletes those of the tenant.
CREATE TABLE exports (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  resource text NOT NULL CHECK (resource = 'payments'),
  format text NOT NULL CHECK (format IN ('csv', 'xlsx')),
  filters json NOT NULL,
  -- The names of the columns, in order.
  columns text[] NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'running', 'completed', 'failed')),
  failure_reason text CHECK (failure_reason IN ('too_large', 'internal_error')),
  -- What is stored: the rows, in so many chunks. The next page begins after the cursor.
  row_count bigint NOT NULL DEFAULT 0,
  chunk_count integer NOT NULL DEFAULT 0,
  cursor text COLLATE "C",
  -- The creation time of the last row.
  reached_at timestamptz,
  -- How large the rows are in an XLSX file, before it is compressed.
  sheet_bytes bigint NOT NULL DEFAULT 0,
  -- How often a page couldn't be made since the last one that was.
  failures integer NOT NULL DEFAULT 0,
  lease_until timestamptz,
  lease_fence bigint NOT NULL DEFAULT 0,
  -- When a page was last stored; exports take turns by it.
  touched_at timestamptz NOT NULL DEFAULT statement_timestamp(),
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK ((status = 'failed') = (failure_reason IS NOT NULL)),
  CHECK ((status = 'completed') = (completed_at IS NOT NULL))
);
CREATE INDEX exports_due ON exports (touched_at) WHERE status IN ('pending', 'running');
CREATE INDEX exports_age ON exports (created_at);

-- The rows of an export, some hundreds in each: values in the order of its columns, each row after its currency.
CREATE TABLE export_chunks (
  tenant_id bigint NOT NULL,
  export_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  rows json NOT NULL,
  PRIMARY KEY (tenant_id, export_id, number),
  FOREIGN KEY (tenant_id, export_id) REFERENCES exports ON DELETE CASCADE
);
ALTER TABLE exports ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE export_chunks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON exports TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY own_rows ON export_chunks TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY all_rows ON exports TO kassa_worker USING (true);
CREATE POLICY erased_rows ON exports TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
GRANT SELECT, INSERT, DELETE, UPDATE (status, failure_reason, row_count, chunk_count, cursor, reached_at, sheet_bytes, failures, lease_until, lease_fence,
  touched_at, completed_at) ON exports TO kassa_request;
GRANT SELECT, INSERT ON export_chunks TO kassa_request;
GRANT SELECT (tenant_id, mode, id, status, lease_until, lease_fence, touched_at, created_at), UPDATE (lease_until, lease_fence), DELETE
  ON exports TO kassa_worker;
GRANT SELECT (tenant_id, mode), DELETE ON exports TO kassa_eraser;

-- Bank statements ---------------------------------------------------------------------------------------------------
-- An import of a file. While it is 'receiving', its entries are only in chunks; a file with a fault leaves nothing. Once it is 'storing', the
-- whole file is here and without faults, and its chunks become entries, each in a transaction of its own.
CREATE TABLE statement_imports (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  status text NOT NULL DEFAULT 'receiving' CHECK (status IN ('receiving', 'storing', 'completed')),
  file_name text,
  file_sha256 bytea CHECK (octet_length(file_sha256) = 32),
  format text,
  bytes bigint,
  -- Each entry of the file is new, known, or changed a known one.
  entries_found integer NOT NULL DEFAULT 0,
  entries_new integer NOT NULL DEFAULT 0,
  entries_changed integer NOT NULL DEFAULT 0,
  entries_known integer NOT NULL DEFAULT 0,
  -- The first statements of the file with their balances, and its warnings.
  statements json NOT NULL DEFAULT '[]',
  findings json NOT NULL DEFAULT '[]',
  -- The last day of its statements, by the id of the bank account.
  reaches json NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  -- When the last chunk was received or stored.
  touched_at timestamptz NOT NULL DEFAULT statement_timestamp(),
  completed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK ((status = 'completed') = (completed_at IS NOT NULL)),
  CHECK (status = 'receiving' OR (file_sha256 IS NOT NULL AND format IS NOT NULL AND bytes IS NOT NULL)),
  CHECK (entries_new + entries_changed + entries_known <= entries_found OR status = 'receiving')
);
CREATE INDEX statement_imports_unfinished ON statement_imports (tenant_id, mode, id) WHERE status <> 'completed';

-- The entries of a file that aren't stored yet, some hundreds in each row.
CREATE TABLE statement_chunks (
  tenant_id bigint NOT NULL,
  import_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  entries json NOT NULL,
  PRIMARY KEY (tenant_id, import_id, number),
  FOREIGN KEY (tenant_id, import_id) REFERENCES statement_imports ON DELETE CASCADE
);

-- The last day of a bank account of which a statement with its entries is stored. There is no foreign key to bank_accounts, as in
-- bank_entries.
CREATE TABLE statement_progress (
  tenant_id bigint NOT NULL,
  bank_account_id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  complete_until date NOT NULL,
  PRIMARY KEY (tenant_id, bank_account_id)
);

-- The movements on the tenants' bank accounts. There is no foreign key to bank_accounts, which stay on the coordinator.
CREATE TABLE bank_entries (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  bank_account_id text COLLATE "C" NOT NULL,
  -- The import that first had it.
  import_id text COLLATE "C" NOT NULL,
  -- The identity of the entry (src/bank-statements/entry-key.ts).
  entry_key text COLLATE "C" NOT NULL,
  -- Only 'booked' is money on the account.
  status text NOT NULL CHECK (status IN ('booked', 'pending', 'information')),
  -- Whether it is known what the money is for. `not_applicable`: nothing has to be found out, as it isn't booked or isn't a customer's.
  match_status text NOT NULL CHECK (match_status IN ('unmatched', 'matched', 'ignored', 'not_applicable')),
  credit_debit text NOT NULL CHECK (credit_debit IN ('credit', 'debit')),
  reversal boolean NOT NULL,
  amount bigint NOT NULL CHECK (amount BETWEEN 0 AND 9007199254740991),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  booking_date date,
  value_date date,
  bank_reference text,
  -- The number of transactions that the bank lists for it: the length of details.
  transactions integer NOT NULL CHECK (transactions >= 0),
  -- The transactions with their references, texts and parties.
  details json NOT NULL,
  -- What else the bank says: its codes, the batch, charges.
  more json NOT NULL,
  -- A payer or payee was erased: what later files say of the entry is stored without the people.
  payers_erased boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, mode, entry_key),
  FOREIGN KEY (tenant_id, import_id) REFERENCES statement_imports
);
CREATE INDEX bank_entries_of_account ON bank_entries (tenant_id, bank_account_id, id);
CREATE INDEX bank_entries_of_import ON bank_entries (tenant_id, import_id, id);
CREATE INDEX bank_entries_unmatched ON bank_entries (tenant_id, id) WHERE match_status = 'unmatched';
CREATE INDEX bank_entries_unmatched_amount ON bank_entries (tenant_id, bank_account_id, amount, id) WHERE match_status = 'unmatched';
-- Refunds that a restored database has forgotten. There are next to none.
CREATE INDEX bank_entries_unknown_refunds ON bank_entries (tenant_id, bank_account_id, id)
  WHERE match_status = 'unmatched' AND credit_debit = 'debit' AND NOT reversal;
CREATE INDEX bank_entries_not_booked ON bank_entries (tenant_id, status, id) WHERE status <> 'booked';
ALTER TABLE statement_imports ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE statement_chunks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE statement_progress ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON statement_imports TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY all_rows ON statement_imports FOR SELECT TO kassa_worker USING (true);
CREATE POLICY own_rows ON statement_chunks TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY own_rows ON statement_progress TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY own_rows ON bank_entries TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY erased_rows ON bank_entries FOR SELECT TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY erased_values ON bank_entries FOR UPDATE TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY sandbox_only ON bank_entries FOR DELETE TO kassa_eraser
  USING (tenant_id = current_tenant() AND mode = current_mode() AND mode = 'sandbox');
CREATE POLICY erased_rows ON statement_imports FOR SELECT TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY sandbox_only ON statement_imports FOR DELETE TO kassa_eraser
  USING (tenant_id = current_tenant() AND mode = current_mode() AND mode = 'sandbox');
GRANT SELECT, INSERT, DELETE, UPDATE (status, file_sha256, format, bytes, entries_found, entries_new, entries_changed, entries_known,
  statements, findings, reaches, touched_at, completed_at) ON statement_imports TO kassa_request;
GRANT SELECT, INSERT, DELETE ON statement_chunks TO kassa_request;
GRANT SELECT, INSERT, UPDATE (complete_until) ON statement_progress TO kassa_request;
GRANT SELECT, INSERT, UPDATE (status, match_status, booking_date, value_date, bank_reference, transactions, details, more) ON bank_entries
  TO kassa_request;
GRANT SELECT (tenant_id, id, import_id, bank_account_id, transactions, details, more), UPDATE (details, more, payers_erased), DELETE ON bank_entries
  TO kassa_eraser;
GRANT SELECT (tenant_id, id, status), DELETE ON statement_imports TO kassa_eraser;
GRANT SELECT (tenant_id, mode, id, status, touched_at) ON statement_imports TO kassa_worker;

-- Expected transfers ------------------------------------------------------------------------------------------------
-- Bank transfers that customers were asked for: one for each attempt to pay by transfer. There is no foreign key to the attempt, whose
-- room doesn't know this table, and none to bank_accounts, which stay on the coordinator.
CREATE TABLE expected_transfers (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  attempt_id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  bank_account_id text COLLATE "C" NOT NULL,
  -- `ended`: given up; money that arrives now is late. `paid` is final.
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paid', 'ended')),
  -- In its normal form, capitals and digits without zeros on the left: entries are matched by equality.
  reference text COLLATE "C" NOT NULL CHECK (reference ~ '^[A-Z1-9][A-Z0-9]*$'),
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- What arrived and stays: without what is returned to the payer, and less what banks took back.
  amount_received bigint NOT NULL DEFAULT 0 CHECK (amount_received BETWEEN 0 AND 9007199254740991),
  -- What paid it, and what came beyond with the same money; set once. Null before it is paid.
  amount_charged bigint CHECK (amount_charged BETWEEN 1 AND 9007199254740991),
  amount_surplus bigint CHECK (amount_surplus BETWEEN 0 AND 9007199254740991),
  -- The transfer that was over when this money came for it: each such payment is a transfer of its own, asked for by nobody.
  follows text COLLATE "C",
  -- Who is expected to pay, where it is known. The key is the name's words in order, for comparing.
  payer_name text,
  payer_name_key text COLLATE "C",
  payer_account text COLLATE "C",
  expires_at timestamptz NOT NULL,
  clock_id text COLLATE "C" DEFAULT kassa_clock(),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, attempt_id),
  UNIQUE (tenant_id, mode, reference),
  CHECK ((status = 'paid') = (amount_charged IS NOT NULL)),
  CHECK ((amount_charged IS NULL) = (amount_surplus IS NULL)),
  CHECK (follows IS NULL OR status = 'paid')
);
CREATE INDEX expected_transfers_of_session ON expected_transfers (tenant_id, session_id, id);
-- A shop with one price has thousands of open transfers of the same amount.
CREATE INDEX expected_transfers_payer_name ON expected_transfers (tenant_id, bank_account_id, amount, payer_name_key)
  WHERE status = 'open';
CREATE INDEX expected_transfers_payer_account ON expected_transfers (tenant_id, bank_account_id, amount, payer_account)
  WHERE status = 'open' AND payer_account IS NOT NULL;
ALTER TABLE expected_transfers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON expected_transfers TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY erased_rows ON expected_transfers FOR SELECT TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY erased_values ON expected_transfers FOR UPDATE TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY sandbox_only ON expected_transfers FOR DELETE TO kassa_eraser
  USING (tenant_id = current_tenant() AND mode = current_mode() AND mode = 'sandbox');
GRANT SELECT, INSERT, UPDATE (status, amount_received, amount_charged, amount_surplus) ON expected_transfers TO kassa_request;
GRANT SELECT (tenant_id, id, session_id, clock_id, payer_name, payer_name_key, payer_account),
  UPDATE (payer_name, payer_name_key, payer_account), DELETE ON expected_transfers TO kassa_eraser;

-- What an entry is for, or one transaction of an entry that books several. At most one row for each, so that none is counted twice.
CREATE TABLE entry_matches (
  tenant_id bigint NOT NULL,
  entry_id text COLLATE "C" NOT NULL,
  -- The number of the transaction within the entry, from 1; 0 for the whole entry.
  number integer NOT NULL CHECK (number >= 0),
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  -- Null if the money is for none.
  expected_transfer_id text COLLATE "C",
  rule text NOT NULL CHECK (rule IN ('reference', 'reference_in_text', 'amount_and_payer', 'manual')),
  -- What was done with the money, by the tenant's rules.
  action text NOT NULL CHECK (action IN ('pay', 'wait', 'refund', 'reverse', 'ignore')),
  amount bigint NOT NULL CHECK (amount BETWEEN 0 AND 9007199254740991),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- By how much it changed expected_transfers.amount_received; negative for a reversal.
  amount_counted bigint NOT NULL,
  -- The part that is returned to the payer, and the part beyond the expected amount that stays.
  amount_refunded bigint NOT NULL DEFAULT 0 CHECK (amount_refunded >= 0),
  amount_surplus bigint NOT NULL DEFAULT 0 CHECK (amount_surplus >= 0),
  -- Who decided; null for Kassa.
  decided_by text,
  created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
  PRIMARY KEY (tenant_id, entry_id, number),
  FOREIGN KEY (tenant_id, entry_id) REFERENCES bank_entries,
  FOREIGN KEY (tenant_id, expected_transfer_id) REFERENCES expected_transfers,
  CHECK ((action = 'ignore') = (expected_transfer_id IS NULL))
);
CREATE INDEX entry_matches_of_transfer ON entry_matches (tenant_id, expected_transfer_id);
ALTER TABLE entry_matches ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON entry_matches TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY erased_rows ON entry_matches FOR SELECT TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY sandbox_only ON entry_matches FOR DELETE TO kassa_eraser
  USING (tenant_id = current_tenant() AND mode = current_mode() AND mode = 'sandbox');
GRANT SELECT, INSERT, UPDATE (action, amount_counted, amount_refunded), DELETE ON entry_matches TO kassa_request;
GRANT SELECT (tenant_id, entry_id, number, expected_transfer_id), DELETE ON entry_matches TO kassa_eraser;

-- Bank refunds ------------------------------------------------------------------------------------------------------
-- Transfers that the tenant has to send back to payers: refunds of payments, and money that no payment keeps.
CREATE TABLE bank_refunds (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  -- What it is for: the key of a movement; or the entry, and the number of its transaction, whose money goes back.
  movement_key text COLLATE "C",
  entry_id text COLLATE "C",
  number integer CHECK (number >= 0),
  expected_transfer_id text COLLATE "C" NOT NULL,
  bank_account_id text COLLATE "C" NOT NULL,
  -- `waiting`: in no file yet. `in_file`: a file has it. `sent`: the tenant gave that file to the bank. `confirmed`: a statement has it.
  -- `returned`: the money came back.
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'in_file', 'sent', 'confirmed', 'returned')),
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- The payer, by the statement; null if the bank doesn't say.
  payee_name text,
  payee_account text COLLATE "C",
  -- The payer was erased: the payee is removed as soon as the refund is sent.
  forget_payee boolean NOT NULL DEFAULT false,
  -- By which statements name it: EndToEndId.
  end_to_end_id text COLLATE "C" NOT NULL,
  file_id text COLLATE "C",
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, mode, movement_key),
  UNIQUE (tenant_id, entry_id, number),
  UNIQUE (tenant_id, mode, end_to_end_id),
  CHECK ((movement_key IS NULL) = (entry_id IS NOT NULL)),
  CHECK ((entry_id IS NULL) = (number IS NULL)),
  FOREIGN KEY (tenant_id, expected_transfer_id) REFERENCES expected_transfers
);
CREATE INDEX bank_refunds_of_file ON bank_refunds (tenant_id, file_id) WHERE file_id IS NOT NULL;
CREATE INDEX bank_refunds_waiting ON bank_refunds (tenant_id, bank_account_id, id) WHERE status = 'waiting';
CREATE INDEX bank_refunds_of_transfer ON bank_refunds (tenant_id, expected_transfer_id);
ALTER TABLE bank_refunds ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON bank_refunds TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY erased_rows ON bank_refunds FOR SELECT TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY erased_values ON bank_refunds FOR UPDATE TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY sandbox_only ON bank_refunds FOR DELETE TO kassa_eraser
  USING (tenant_id = current_tenant() AND mode = current_mode() AND mode = 'sandbox');
GRANT SELECT, INSERT, UPDATE (status, payee_name, payee_account, file_id, decided_at) ON bank_refunds TO kassa_request;
GRANT SELECT (tenant_id, id, bank_account_id, expected_transfer_id, status, payee_name, payee_account, end_to_end_id, file_id),
  UPDATE (payee_name, payee_account, forget_payee), DELETE ON bank_refunds TO kassa_eraser;

-- Files of bank refunds (pain.001.001.09) to hand to the bank. A refund is in at most one that isn't cancelled.
CREATE TABLE bank_refund_files (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  bank_account_id text COLLATE "C" NOT NULL,
  status text NOT NULL DEFAULT 'made' CHECK (status IN ('made', 'sent', 'cancelled')),
  execution_date date NOT NULL,
  refunds integer NOT NULL CHECK (refunds > 0),
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  content text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
ALTER TABLE bank_refund_files ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON bank_refund_files TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY erased_rows ON bank_refund_files FOR SELECT TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY erased_values ON bank_refund_files FOR UPDATE TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY sandbox_only ON bank_refund_files FOR DELETE TO kassa_eraser
  USING (tenant_id = current_tenant() AND mode = current_mode() AND mode = 'sandbox');
GRANT SELECT, INSERT, UPDATE (status, content) ON bank_refund_files TO kassa_request;
GRANT SELECT (tenant_id, id, bank_account_id, status, content), UPDATE (content), DELETE ON bank_refund_files TO kassa_eraser;

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
  created_at timestamptz NOT NULL DEFAULT kassa_now(),
  clock_id text COLLATE "C" DEFAULT kassa_clock(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, session_id, sequence)
);
CREATE INDEX events_age ON events (created_at) WHERE clock_id IS NULL;
ALTER TABLE events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON events TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY all_rows ON events TO kassa_worker USING (true);
CREATE POLICY erased_rows ON events FOR SELECT TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY erased_values ON events FOR UPDATE TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY sandbox_only ON events FOR DELETE TO kassa_eraser
  USING (tenant_id = current_tenant() AND mode = current_mode() AND mode = 'sandbox');
GRANT SELECT, INSERT ON events TO kassa_request;
GRANT SELECT (tenant_id, id, created_at, clock_id), DELETE ON events TO kassa_worker;
GRANT SELECT (tenant_id, id, session_id, object), UPDATE (object), DELETE ON events TO kassa_eraser;

CREATE TABLE webhook_endpoints (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  -- The worker posts to an http endpoint; a listener is `kassa listen`, which fetches its deliveries itself. A deleted endpoint is
  -- there until its deliveries are removed.
  kind text NOT NULL DEFAULT 'http' CHECK (kind IN ('http', 'listener', 'deleted')),
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
  created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
  PRIMARY KEY (tenant_id, id)
);
ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON webhook_endpoints TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY all_rows ON webhook_endpoints TO kassa_worker USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_endpoints TO kassa_request;
GRANT SELECT (tenant_id, mode, id, kind, status, failing_since, last_seen_at) ON webhook_endpoints TO kassa_worker;

-- There is no foreign key to webhook_endpoints, which stay on the coordinator: a delivery is inserted under a share lock of its endpoint's row,
-- and an endpoint goes after its deliveries.
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
  created_at timestamptz NOT NULL DEFAULT kassa_now(),
  next_attempt_at timestamptz,
  lease_until timestamptz,
  lease_fence bigint NOT NULL DEFAULT 0,
  last_status integer,
  delivered_at timestamptz,
  -- The clock that next_attempt_at is a time of; null for real time.
  clock_id text COLLATE "C",
  -- The clock of the session that it reports, for good.
  lives_on text COLLATE "C" DEFAULT kassa_clock(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, event_id) REFERENCES events ON DELETE CASCADE
);
-- By endpoint first: the worker steps from one endpoint with waiting rows to the next and takes a few of each, so it never walks
-- through the thousands of rows of a dead endpoint.
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (tenant_id, endpoint_id, next_attempt_at, id)
  WHERE status = 'pending' AND kind = 'http' AND next_attempt_at IS NOT NULL AND clock_id IS NULL;
CREATE INDEX webhook_deliveries_due_on_clock ON webhook_deliveries (tenant_id, clock_id, next_attempt_at)
  WHERE status = 'pending' AND kind = 'http' AND next_attempt_at IS NOT NULL AND clock_id IS NOT NULL;
CREATE INDEX webhook_deliveries_living_on ON webhook_deliveries (tenant_id, lives_on) WHERE status = 'pending' AND lives_on IS NOT NULL;
CREATE INDEX webhook_deliveries_of_endpoint ON webhook_deliveries (tenant_id, endpoint_id, id);
CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (tenant_id, event_id);
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON webhook_deliveries TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY all_rows ON webhook_deliveries TO kassa_worker USING (true);
CREATE POLICY erased_rows ON webhook_deliveries TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_deliveries TO kassa_request;
GRANT SELECT (tenant_id, mode, id, kind, endpoint_id, status, next_attempt_at, clock_id, lease_until, lease_fence),
  UPDATE (lease_until, lease_fence) ON webhook_deliveries TO kassa_worker;
GRANT SELECT (tenant_id, id, event_id) ON webhook_deliveries TO kassa_eraser;

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
  -- Whether the receiver's answer has been forgotten: the worker may not read the answer itself.
  response_forgotten boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, delivery_id, number),
  FOREIGN KEY (tenant_id, delivery_id) REFERENCES webhook_deliveries ON DELETE CASCADE
);
CREATE INDEX webhook_delivery_attempts_age ON webhook_delivery_attempts (started_at) WHERE NOT response_forgotten;
ALTER TABLE webhook_delivery_attempts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON webhook_delivery_attempts TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY all_rows ON webhook_delivery_attempts TO kassa_worker USING (true);
CREATE POLICY erased_rows ON webhook_delivery_attempts TO kassa_eraser USING (tenant_id = current_tenant() AND mode = current_mode());
GRANT SELECT, INSERT ON webhook_delivery_attempts TO kassa_request;
GRANT SELECT (tenant_id, delivery_id, number, started_at, response_forgotten),
  UPDATE (response_headers, response_body, response_forgotten) ON webhook_delivery_attempts TO kassa_worker;
GRANT SELECT (tenant_id, delivery_id), UPDATE (response_headers, response_body, response_forgotten)
  ON webhook_delivery_attempts TO kassa_eraser;

-- What is still to be done to the deliveries of an endpoint whose status was changed. Tens of thousands may wait, and the tenant's
-- events, and so its payments, wait for the endpoint's row: only that row is changed at once, and the deliveries in batches.
CREATE TABLE endpoint_sweeps (
  tenant_id bigint NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  endpoint_id text COLLATE "C" NOT NULL,
  -- 'retry' makes deliveries that wait for their next attempt due at once, 'cancel' ends them, 'delete' removes all, and then the endpoint.
  task text NOT NULL CHECK (task IN ('retry', 'cancel', 'delete')),
  since timestamptz NOT NULL DEFAULT statement_timestamp(),
  -- Of 'retry', which goes from the latest next attempt to the earliest: how far it has come.
  swept_to timestamptz NOT NULL DEFAULT 'infinity',
  -- Sweeps take turns: the one whose last batch is the longest ago goes first.
  swept_at timestamptz NOT NULL DEFAULT statement_timestamp(),
  PRIMARY KEY (tenant_id, endpoint_id),
  FOREIGN KEY (tenant_id, endpoint_id) REFERENCES webhook_endpoints ON DELETE CASCADE
);
ALTER TABLE endpoint_sweeps ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON endpoint_sweeps TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY all_rows ON endpoint_sweeps FOR SELECT TO kassa_worker USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON endpoint_sweeps TO kassa_request;
GRANT SELECT ON endpoint_sweeps TO kassa_worker;

-- Idempotency -------------------------------------------------------------------------------------------------------
-- Stored answers of all requests with an Idempotency-Key except the create call's. Sealed, for some hold a secret. A request claims its
-- key with the resource that it makes before it has an answer.
CREATE TABLE idempotent_requests (
  tenant_id bigint NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  operation text NOT NULL,
  idempotency_key text COLLATE "C" NOT NULL,
  request_fingerprint bytea NOT NULL,
  response_status integer,
  response_sealed bytea,
  resource_id text COLLATE "C",
  created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
  PRIMARY KEY (tenant_id, mode, operation, idempotency_key),
  CHECK (response_sealed IS NOT NULL OR resource_id IS NOT NULL)
);
CREATE INDEX idempotent_requests_age ON idempotent_requests (created_at);
ALTER TABLE idempotent_requests ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON idempotent_requests TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY all_rows ON idempotent_requests TO kassa_worker USING (true);
GRANT SELECT, INSERT, UPDATE (response_status, response_sealed) ON idempotent_requests TO kassa_request;
GRANT SELECT (tenant_id, mode, operation, idempotency_key, created_at), DELETE ON idempotent_requests TO kassa_worker;

-- Request log -------------------------------------------------------------------------------------------------------
-- What merchants' programs asked the API, and what it answered, for their developers. Nothing of it is about a person: bodies and paths are
-- redacted before they get here (src/request-log/redact.ts). The worker's role writes what a process has collected, and can't read it.
CREATE TABLE request_log (
  tenant_id bigint NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  id text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  status smallint NOT NULL,
  duration_ms integer NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  request_id text COLLATE "C" NOT NULL,
  idempotency_key text,
  error_code text,
  user_agent text,
  -- The merchant's server's.
  ip text NOT NULL,
  -- JSON, unless it was cut: then it ends with an ellipsis.
  request_body text,
  response_body text,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX request_log_age ON request_log (at);
ALTER TABLE request_log ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON request_log FOR SELECT TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY all_rows ON request_log TO kassa_worker USING (true);
GRANT SELECT ON request_log TO kassa_request;
GRANT INSERT, SELECT (tenant_id, id, at), DELETE ON request_log TO kassa_worker;

-- Calls to PSPs ----------------------------------------------------------------------------------------------------
-- What PSPs were asked about an attempt and what they answered, for whoever finds out what happened to a payment. Nothing of it is about a
-- person: no body, no query of a path. No decision depends on it: a process writes what it has collected each second, and a crash loses that.
CREATE TABLE psp_calls (
  tenant_id bigint NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  id text COLLATE "C" NOT NULL,
  -- When it ended.
  at timestamptz NOT NULL,
  attempt_id text COLLATE "C" NOT NULL,
  connector text NOT NULL,
  connector_account text NOT NULL,
  operation text NOT NULL,
  outcome text NOT NULL,
  -- Why it was declined, refused, or isn't known.
  detail text,
  duration_ms integer NOT NULL,
  -- Its HTTP requests: [{"method": "POST", "path": "/v1/refunds", "status": 200, "failure": null, "durationMs": 310, "requestId": "req_…"}].
  exchanges json NOT NULL,
  PRIMARY KEY (tenant_id, attempt_id, id)
);
CREATE INDEX psp_calls_age ON psp_calls (at);
ALTER TABLE psp_calls ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON psp_calls FOR SELECT TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
CREATE POLICY all_rows ON psp_calls TO kassa_worker USING (true);
GRANT SELECT ON psp_calls TO kassa_request;
GRANT INSERT, SELECT (tenant_id, attempt_id, id, at), DELETE ON psp_calls TO kassa_worker;

-- Page safety -------------------------------------------------------------------------------------------------------
-- Browser reports, and the check whether the payment page arrives as it was sent. Both are about the installation, not about any tenant: no
-- row tells whose page it was, who looked at it, or what was on it.

-- What browsers blocked on a page, counted by day. No address of a page, no query, no user agent.
CREATE TABLE page_reports (
  day date NOT NULL,
  page text NOT NULL CHECK (page IN ('payment', 'receipt', 'docs')),
  -- `browser`: the visitor's own browser did it, by an extension for instance.
  source text NOT NULL CHECK (source IN ('page', 'browser')),
  directive text NOT NULL CHECK (length(directive) <= 40),
  -- An origin, a scheme, or a word such as 'inline'.
  blocked text NOT NULL CHECK (length(blocked) <= 100),
  count bigint NOT NULL CHECK (count > 0),
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (day, page, source, directive, blocked)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON page_reports TO kassa_worker;

-- The check of the payment page: one row, leased by the one process that checks.
CREATE TABLE page_check (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  next_at timestamptz NOT NULL DEFAULT '-infinity',
  lease_until timestamptz,
  lease_fence bigint NOT NULL DEFAULT 0,
  -- What the last check found, whoever ran it.
  checked_at timestamptz,
  result json,
  CHECK ((checked_at IS NULL) = (result IS NULL))
);
INSERT INTO page_check DEFAULT VALUES;
GRANT SELECT, UPDATE ON page_check TO kassa_worker;

-- What the page of each running version looks like, so that a check during an upgrade knows both.
CREATE TABLE page_editions (
  fingerprint text PRIMARY KEY,
  edition json NOT NULL,
  seen_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON page_editions TO kassa_worker;

-- Backups -----------------------------------------------------------------------------------------------------------
-- The backups that `kassa backup` has completed, for the operator. A row is written after its backup, so a restored database knows the
-- backups before its own.
CREATE TABLE backups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The file's name without its folder, and the host that wrote it.
  file_name text NOT NULL CHECK (file_name <> ''),
  host text NOT NULL,
  bytes bigint NOT NULL CHECK (bytes > 0),
  -- Before compression.
  database_bytes bigint NOT NULL CHECK (database_bytes > 0),
  encryption text NOT NULL CHECK (encryption IN ('none', 'passphrase', 'key_file')),
  kassa_version text NOT NULL,
  started_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL,
  -- When the file had been read again and was whole.
  verified_at timestamptz NOT NULL DEFAULT statement_timestamp()
);
GRANT SELECT, INSERT (file_name, host, bytes, database_bytes, encryption, kassa_version, started_at, finished_at) ON backups TO kassa_control;

-- Audit log ---------------------------------------------------------------------------------------------------------
-- Who changed keys, tenants, settings and secrets, from where, and what. Triggers write it, so that no change is left out, whoever makes it;
-- and nobody can change or delete an entry.
CREATE TABLE audit_entries (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- An API key, an operator, the server; or the database user who changed rows by hand.
  actor text NOT NULL,
  -- The address of a request, the host of a command.
  origin text NOT NULL,
  action text NOT NULL CHECK (action IN ('created', 'changed', 'deleted', 'erased', 'requested')),
  object text NOT NULL,
  object_id text,
  -- Null when it is the installation's.
  tenant_id bigint,
  mode text,
  -- The columns that were changed, each with `from` and `to`; of secrets and pictures only that they were.
  changes json NOT NULL
);
CREATE INDEX audit_entries_of_tenant ON audit_entries (tenant_id, position);
CREATE INDEX audit_entries_of_object ON audit_entries (tenant_id, object_id, position) WHERE object_id IS NOT NULL;
GRANT SELECT, INSERT (actor, origin, action, object, object_id, tenant_id, mode, changes) ON audit_entries TO kassa_control;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER append_only;

-- Arguments: the object's name, the column that identifies it, columns to ignore, columns whose values are not shown.
CREATE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  before jsonb := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE to_jsonb(OLD) END;
  after jsonb := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE to_jsonb(NEW) END;
  row_now jsonb := CASE WHEN TG_OP = 'DELETE' THEN before ELSE after END;
  ignored text[] := string_to_array(TG_ARGV[2], ',');
  hidden text[] := string_to_array(TG_ARGV[3], ',');
  -- An endpoint whose deliveries are still being removed counts as deleted from the request on.
  is_deleted boolean := COALESCE(row_now ->> 'kind' = 'deleted', false);
  changes jsonb;
BEGIN
  -- `kassa listen` comes and goes with a developer's terminal.
  IF row_now ->> 'kind' = 'listener' OR (is_deleted AND before ->> 'kind' = 'deleted') THEN
    RETURN NULL;
  END IF;
  IF is_deleted THEN
    after := '{}';
  END IF;
  SELECT jsonb_object_agg(key, CASE WHEN key = ANY (hidden) THEN '{}'::jsonb
      ELSE jsonb_build_object('from', before -> key, 'to', after -> key) END)
    INTO changes
    FROM jsonb_object_keys(before || after) AS key
    WHERE key <> ALL (ignored) AND NULLIF(before -> key, 'null') IS DISTINCT FROM NULLIF(after -> key, 'null');
  IF changes IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO audit_entries (actor, origin, action, object, object_id, tenant_id, mode, changes)
  VALUES (
    COALESCE(NULLIF(current_setting('app.actor', true), ''), 'database user ' || session_user),
    COALESCE(NULLIF(current_setting('app.origin', true), ''), host(inet_client_addr()), 'local socket'),
    CASE WHEN TG_OP = 'INSERT' THEN 'created' WHEN TG_OP = 'UPDATE' AND NOT is_deleted THEN 'changed' ELSE 'deleted' END,
    TG_ARGV[0], row_now ->> TG_ARGV[1], (row_now ->> 'tenant_id')::bigint, row_now ->> 'mode', changes);
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION record_change() FROM PUBLIC;

CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON tenants FOR EACH ROW
  EXECUTE FUNCTION record_change('tenant', 'id', '', '');
-- Not for last_used_at, which is written every few seconds.
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE OF name, secret_hash, scopes, allowed_networks, expires_at, revoked_at,
  replaced_by ON api_keys FOR EACH ROW EXECUTE FUNCTION record_change('api_key', 'id', 'last_used_at', 'secret_hash');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON page_settings FOR EACH ROW
  EXECUTE FUNCTION record_change('settings', '', 'updated_at', 'logo_content');
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE OF url, description, event_types, status, secret_sealed ON webhook_endpoints
  FOR EACH ROW EXECUTE FUNCTION record_change('webhook_endpoint', 'id', 'failing_since,last_seen_at',
    'secret_sealed,previous_secret_sealed');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON bank_accounts FOR EACH ROW
  EXECUTE FUNCTION record_change('bank_account', 'id', '', '');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON ledger_periods
  FOR EACH ROW EXECUTE FUNCTION record_change('ledger_period', 'month', '', '');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON receipt_keys FOR EACH ROW
  EXECUTE FUNCTION record_change('receipt_key', 'key_id', '', 'private_key_sealed');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON installation FOR EACH ROW
  EXECUTE FUNCTION record_change('installation', '', '', 'digest_key_sealed');

-- Connector accounts ------------------------------------------------------------------------------------------------
-- A tenant's accounts at PSPs. Triggers are on them, so in a distributed PostgreSQL they stay on the coordinator.
CREATE TABLE connector_accounts (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  -- The kind of connector, as in src/connectors/kinds.ts.
  connector text NOT NULL,
  label text NOT NULL,
  status text NOT NULL CHECK (status IN ('enabled', 'disabled')),
  -- New charges go to the first account that offers what the payment needs, in this order.
  position integer NOT NULL,
  -- Accounts with the same position get new charges in proportion to their weights.
  weight integer NOT NULL DEFAULT 1 CHECK (weight > 0),
  -- What the account offers. Null for everything that the PSP offers.
  methods text[],
  currencies text[],
  countries text[],
  -- As in page_settings: {"EUR": {"minimum": 50, "maximum": 1000000}}, in minor units.
  amount_limits json,
  -- What isn't secret: {"merchantAccount": "ShopECOM"}.
  settings json NOT NULL,
  -- The PSP's id of the account, where it says it.
  psp_account text,
  -- When it was enabled, or a session named it, for the first time. From then on charges may refer to it, so it can't be deleted.
  in_use_since timestamptz,
  -- When the PSP accepted the credentials last.
  checked_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT statement_timestamp(),
  PRIMARY KEY (tenant_id, id),
  CHECK (status = 'disabled' OR in_use_since IS NOT NULL)
);
ALTER TABLE connector_accounts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON connector_accounts TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
GRANT SELECT, INSERT, DELETE,
  UPDATE (label, status, position, weight, methods, currencies, countries, amount_limits, psp_account, in_use_since, checked_at, updated_at)
  ON connector_accounts TO kassa_request;

-- The versions of an account's credentials. The newest is current; the one before it still verifies notifications until it retires.
CREATE TABLE connector_credentials (
  tenant_id bigint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  -- The names of the credentials, so that showing an account opens no seal.
  fields text[] NOT NULL,
  -- {"apiKey": "…"}, sealed for the account and version.
  credentials_sealed bytea NOT NULL,
  -- Null for the current version.
  retires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
  PRIMARY KEY (tenant_id, account_id, version),
  FOREIGN KEY (tenant_id, account_id) REFERENCES connector_accounts ON DELETE CASCADE
);
ALTER TABLE connector_credentials ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON connector_credentials TO kassa_request USING (tenant_id = current_tenant() AND mode = current_mode());
GRANT SELECT, INSERT, DELETE, UPDATE (credentials_sealed, retires_at) ON connector_credentials TO kassa_request;

CREATE TRIGGER connector_accounts_changed AFTER INSERT OR DELETE OR UPDATE OF status, position, weight, methods, currencies, countries, amount_limits
  ON connector_accounts FOR EACH STATEMENT EXECUTE FUNCTION advance_key_epoch();
CREATE TRIGGER connector_credentials_changed AFTER INSERT OR DELETE OR UPDATE OF retires_at ON connector_credentials
  FOR EACH STATEMENT EXECUTE FUNCTION advance_key_epoch();
-- In which currencies customers can pay by bank transfer depends on the bank accounts.
CREATE TRIGGER bank_accounts_changed AFTER INSERT OR UPDATE OF status ON bank_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION advance_key_epoch();
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON connector_accounts FOR EACH ROW
  EXECUTE FUNCTION record_change('connector_account', 'id', 'checked_at,updated_at', '');
-- Not for a new seal under another KASSA_SECRET_KEY, which changes no credential.
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE OF retires_at ON connector_credentials FOR EACH ROW
  EXECUTE FUNCTION record_change('connector_credentials', 'account_id', '', 'credentials_sealed');
