-- The people who work with Kassa in the dashboard: how they sign in, and which tenants they work for. They have a schema and a role of
-- their own: that role sees no payment, and the roles that serve requests see no password. In a distributed PostgreSQL the schema stays on
-- the coordinator.
--
-- The columns of the first seven tables are those of better-auth (docs/decisions/0060-people.md).

-- Roles belong to the whole cluster, so it may exist already.
DO $$
BEGIN
  BEGIN
    CREATE ROLE kassa_people NOLOGIN;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL; -- Another database of this cluster has it already, or makes it in this very moment.
  END;
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE 'GRANT kassa_people TO CURRENT_USER';
  END IF;
END
$$;

CREATE SCHEMA staff;
GRANT USAGE ON SCHEMA staff TO kassa_people;
-- Tenants' names, for the list of those that a person works for.
GRANT USAGE ON SCHEMA public TO kassa_people;
GRANT SELECT (tenant_id, id, name, closed_at) ON tenants TO kassa_people;
CREATE POLICY names ON tenants FOR SELECT TO kassa_people USING (true);

CREATE TABLE staff.people (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  -- In lower case.
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  -- Whether a password alone doesn't sign this person in.
  two_factor_enabled boolean NOT NULL DEFAULT false,
  -- Whether the person runs this installation: sees all tenants, its health and its settings.
  operator boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- The token is in a cookie that is signed with a key outside of the database: this table alone signs nobody in.
CREATE TABLE staff.sessions (
  id text COLLATE "C" PRIMARY KEY,
  token text COLLATE "C" NOT NULL UNIQUE,
  user_id text COLLATE "C" NOT NULL REFERENCES staff.people ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  -- 1: signed in with a password alone. 2: also with a code or a backup code, or with a passkey.
  factors integer NOT NULL DEFAULT 1 CHECK (factors IN (1, 2)),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_of_person ON staff.sessions (user_id);
CREATE INDEX sessions_by_end ON staff.sessions (expires_at);

-- How a person signs in: with a password, of which this holds the scrypt hash.
CREATE TABLE staff.sign_in_methods (
  id text COLLATE "C" PRIMARY KEY,
  account_id text NOT NULL,
  provider_id text NOT NULL CHECK (provider_id = 'credential'),
  user_id text COLLATE "C" NOT NULL REFERENCES staff.people ON DELETE CASCADE,
  access_token text CHECK (access_token IS NULL),
  refresh_token text CHECK (refresh_token IS NULL),
  id_token text CHECK (id_token IS NULL),
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, provider_id)
);

-- Short-lived proofs: of a password's reset, of a sign-in that waits for its second factor, of a passkey's challenge.
CREATE TABLE staff.verifications (
  id text COLLATE "C" PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX verifications_by_identifier ON staff.verifications (identifier);
CREATE INDEX verifications_by_end ON staff.verifications (expires_at);

-- Secret and backup codes are encrypted with a key outside of the database.
CREATE TABLE staff.second_factors (
  id text COLLATE "C" PRIMARY KEY,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  user_id text COLLATE "C" NOT NULL UNIQUE REFERENCES staff.people ON DELETE CASCADE,
  verified boolean NOT NULL DEFAULT true,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until timestamptz
);

CREATE TABLE staff.passkeys (
  id text COLLATE "C" PRIMARY KEY,
  name text,
  public_key text NOT NULL,
  user_id text COLLATE "C" NOT NULL REFERENCES staff.people ON DELETE CASCADE,
  credential_id text COLLATE "C" NOT NULL UNIQUE,
  counter bigint NOT NULL,
  device_type text NOT NULL,
  backed_up boolean NOT NULL,
  transports text,
  created_at timestamptz DEFAULT now(),
  aaguid text
);
CREATE INDEX passkeys_of_person ON staff.passkeys (user_id);

-- How often an address has tried what, within the last minutes; for all processes.
CREATE TABLE staff.rate_limits (
  id text COLLATE "C" PRIMARY KEY,
  key text NOT NULL UNIQUE,
  count integer NOT NULL,
  last_request bigint NOT NULL
);

-- What a person may do for a tenant. The roles' rights are in src/people/roles.ts.
CREATE TABLE staff.memberships (
  tenant_id bigint NOT NULL REFERENCES tenants,
  person_id text COLLATE "C" NOT NULL REFERENCES staff.people ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'developer', 'support', 'finance', 'read_only')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, person_id)
);
CREATE INDEX memberships_of_person ON staff.memberships (person_id);

-- A link that makes somebody a member, once. Whoever has no account makes it with the link. The table holds the keyed hash of its secret.
CREATE TABLE staff.invitations (
  id text COLLATE "C" PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants,
  -- Null in the first owner's link, which is printed at the start: whoever has it may choose the address.
  email text CHECK (email = lower(email)),
  role text NOT NULL CHECK (role IN ('owner', 'developer', 'support', 'finance', 'read_only')),
  operator boolean NOT NULL DEFAULT false,
  secret_hash bytea NOT NULL UNIQUE,
  invited_by text COLLATE "C" REFERENCES staff.people ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  accepted_by text COLLATE "C" REFERENCES staff.people ON DELETE SET NULL,
  revoked_at timestamptz,
  CHECK (accepted_at IS NULL OR revoked_at IS NULL),
  CHECK (email IS NOT NULL OR operator)
);
CREATE INDEX invitations_of_tenant ON staff.invitations (tenant_id, created_at);

-- A link that sets a new password, once. It is sent by mail, made by an owner, or printed by a command. The table holds the keyed hash of
-- its secret.
CREATE TABLE staff.password_resets (
  id text COLLATE "C" PRIMARY KEY,
  person_id text COLLATE "C" NOT NULL REFERENCES staff.people ON DELETE CASCADE,
  -- Whose owner made it; null if it was sent by mail or made on the server.
  tenant_id bigint REFERENCES tenants,
  secret_hash bytea NOT NULL UNIQUE,
  -- Whether it also removes the authenticator app and the passkeys, for somebody who has lost them.
  removes_second_factors boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX password_resets_of_person ON staff.password_resets (person_id, created_at);

-- Filters and columns of a list, kept under a name: of one person, or shared with all who work for the tenant.
CREATE TABLE staff.saved_views (
  id text COLLATE "C" PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants,
  person_id text COLLATE "C" NOT NULL REFERENCES staff.people ON DELETE CASCADE,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  filters jsonb NOT NULL,
  columns text[] NOT NULL,
  shared boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX saved_views_of_tenant ON staff.saved_views (tenant_id, person_id);
CREATE INDEX saved_views_of_person ON staff.saved_views (person_id);

GRANT SELECT, INSERT, UPDATE (name, filters, columns, shared), DELETE ON staff.saved_views TO kassa_people;
GRANT SELECT, INSERT, UPDATE (used_at, expires_at), DELETE ON staff.password_resets TO kassa_people;
GRANT SELECT, INSERT, UPDATE, DELETE ON staff.people, staff.sessions, staff.sign_in_methods, staff.verifications,
  staff.second_factors, staff.passkeys, staff.rate_limits, staff.memberships TO kassa_people;
GRANT SELECT, INSERT, UPDATE (accepted_at, accepted_by, revoked_at) ON staff.invitations TO kassa_people;

-- What people ask for in the dashboard, such as a key, is stored with its answer like what programs ask for: a repeat after a lost answer
-- makes nothing twice. These roles see no answer to a program.
CREATE POLICY dashboard ON idempotent_requests TO kassa_people, kassa_control USING (operation LIKE 'POST /dashboard/api/%');
GRANT SELECT, INSERT ON idempotent_requests TO kassa_people, kassa_control;

-- Audit -------------------------------------------------------------------------------------------------------------
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE OF name, email, two_factor_enabled, operator ON staff.people
  FOR EACH ROW EXECUTE FUNCTION record_change('person', 'id', 'updated_at,email_verified,image', '');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON staff.memberships
  FOR EACH ROW EXECUTE FUNCTION record_change('membership', 'person_id', '', '');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON staff.invitations
  FOR EACH ROW EXECUTE FUNCTION record_change('invitation', 'id', '', 'secret_hash');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OF used_at ON staff.password_resets
  FOR EACH ROW EXECUTE FUNCTION record_change('password_reset', 'person_id', '', 'secret_hash');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OF password OR DELETE ON staff.sign_in_methods
  FOR EACH ROW EXECUTE FUNCTION record_change('password', 'user_id', 'updated_at,access_token,refresh_token,id_token,access_token_expires_at,refresh_token_expires_at,scope,account_id,provider_id', 'password');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OF secret, backup_codes, verified OR DELETE ON staff.second_factors
  FOR EACH ROW EXECUTE FUNCTION record_change('second_factor', 'user_id', 'failed_verification_count,locked_until', 'secret,backup_codes');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OF name OR DELETE ON staff.passkeys
  FOR EACH ROW EXECUTE FUNCTION record_change('passkey', 'id', 'counter', 'public_key,credential_id');
-- What a person keeps for themselves is nobody else's business.
CREATE TRIGGER audited_shared AFTER INSERT ON staff.saved_views FOR EACH ROW WHEN (NEW.shared)
  EXECUTE FUNCTION record_change('saved_view', 'id', '', '');
CREATE TRIGGER audited_change AFTER UPDATE ON staff.saved_views FOR EACH ROW WHEN (OLD.shared OR NEW.shared)
  EXECUTE FUNCTION record_change('saved_view', 'id', '', '');
CREATE TRIGGER audited_end AFTER DELETE ON staff.saved_views FOR EACH ROW WHEN (OLD.shared)
  EXECUTE FUNCTION record_change('saved_view', 'id', '', '');
-- A session is renewed as it is used; its beginning and its end are told.
CREATE TRIGGER audited AFTER INSERT OR DELETE ON staff.sessions
  FOR EACH ROW EXECUTE FUNCTION record_change('sign_in', 'user_id', 'token,updated_at,expires_at', '');

-- What people may write -------------------------------------------------------------------------------------------------
-- The API checks a person's role before it does anything. The database checks it once more where rows are written, so that a mistake in a
-- route isn't enough. A transaction of a person's request says in app.writes what their role may write, as 'refunds disputes'; '-' for
-- nothing. Programs' keys, jobs and commands leave it empty. Permissive policies, since Citus makes restrictive ones permissive.
CREATE FUNCTION may_write(VARIADIC resources text[]) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT COALESCE(current_setting('app.writes', true), '') = ''
    OR string_to_array(current_setting('app.writes', true), ' ') && resources
$$;

DO $$
DECLARE
  guarded record;
  own constant text := 'tenant_id = current_tenant() AND mode = current_mode()';
  may text;
BEGIN
  FOR guarded IN SELECT * FROM (VALUES
    ('page_settings', 'settings'),
    ('payment_links', 'checkout_sessions payments bank_statements'),
    ('bank_accounts', 'bank_accounts'),
    ('webhook_endpoints', 'webhook_endpoints'),
    ('connector_accounts', 'connector_accounts'),
    ('connector_credentials', 'connector_accounts'),
    ('clocks', 'sandbox_clocks'),
    ('ledger_periods', 'ledger_periods'),
    ('statement_imports', 'bank_statements'),
    ('statement_chunks', 'bank_statements'),
    ('bank_entries', 'bank_statements'),
    ('entry_matches', 'bank_statements refunds payments'),
    ('disputes', 'disputes'),
    ('dispute_files', 'disputes'),
    ('payment_notes', 'payment_notes'),
    ('payment_tags', 'payment_notes'),
    ('movements', 'refunds payments disputes bank_statements checkout_sessions'),
    ('ledger_transactions', 'refunds payments disputes bank_statements ledger_periods checkout_sessions')
  ) AS listed (name, resources) LOOP
    may := format('may_write(VARIADIC string_to_array(%L, '' ''))', guarded.resources);
    EXECUTE format('DROP POLICY own_rows ON %I', guarded.name);
    EXECUTE format('CREATE POLICY own_rows ON %I FOR SELECT TO kassa_request USING (%s)', guarded.name, own);
    EXECUTE format('CREATE POLICY own_new_rows ON %I FOR INSERT TO kassa_request WITH CHECK (%s AND %s)', guarded.name, own, may);
    EXECUTE format('CREATE POLICY own_changed_rows ON %I FOR UPDATE TO kassa_request USING (%s) WITH CHECK (%s AND %s)',
      guarded.name, own, own, may);
    EXECUTE format('CREATE POLICY own_old_rows ON %I FOR DELETE TO kassa_request USING (%s AND %s)', guarded.name, own, may);
  END LOOP;
END
$$;
