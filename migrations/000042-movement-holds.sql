-- After a restore or a failover the database may have forgotten movements. No further one begins at an account until the
-- PSP's list of its charges has been compared with ours.

-- What makes this database this one, as text. Another cluster, a new timeline (a promoted standby, a restore to a point in
-- time), another database of the cluster and a table that was restored each give another text. The timeline is that of the
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
  beat_at timestamptz
);
INSERT INTO database_watch DEFAULT VALUES;
GRANT SELECT, UPDATE ON database_watch TO kassa_control;
GRANT SELECT ON database_watch TO kassa_request;

-- Accounts at which no movement begins.
CREATE TABLE movement_holds (
  tenant_id bigint NOT NULL,
  -- The connector account.
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When the account is compared next.
  next_check_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  checks integer NOT NULL DEFAULT 0,
  lease_until timestamptz,
  lease_fence bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX movement_holds_due ON movement_holds (next_check_at);
ALTER TABLE movement_holds ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON movement_holds TO kassa_request
  USING (tenant_id = (SELECT current_tenant()) AND mode = (SELECT current_mode()));
CREATE POLICY all_rows ON movement_holds TO kassa_control, kassa_worker USING (true);
GRANT SELECT, UPDATE, DELETE ON movement_holds TO kassa_request;
GRANT SELECT, INSERT, UPDATE ON movement_holds TO kassa_control;
GRANT SELECT (tenant_id, mode, id, since, next_check_at, lease_until, lease_fence), UPDATE (lease_until, lease_fence)
  ON movement_holds TO kassa_worker;
CREATE POLICY all_rows ON compared_accounts FOR SELECT TO kassa_control USING (true);
GRANT SELECT (tenant_id, mode, connector_account) ON compared_accounts TO kassa_control;
