-- What is still to be done to the deliveries of an endpoint whose status was changed. Tens of thousands may wait, and the tenant's
-- events, and so its payments, wait for the endpoint's row: it alone is changed at once, and its deliveries in batches.
CREATE TABLE endpoint_sweeps (
  tenant_id bigint NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  endpoint_id text COLLATE "C" NOT NULL,
  -- 'retry' makes those that wait for their next attempt due at once, 'cancel' ends them, 'delete' removes all, and then the endpoint.
  task text NOT NULL CHECK (task IN ('retry', 'cancel', 'delete')),
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Of 'retry', which goes from the latest next attempt to the earliest: how far it has come.
  swept_to timestamptz NOT NULL DEFAULT 'infinity',
  PRIMARY KEY (tenant_id, endpoint_id),
  FOREIGN KEY (tenant_id, endpoint_id) REFERENCES webhook_endpoints ON DELETE CASCADE
);
ALTER TABLE endpoint_sweeps ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON endpoint_sweeps TO kassa_request
  USING (tenant_id = (SELECT current_tenant()) AND mode = (SELECT current_mode()));
CREATE POLICY all_rows ON endpoint_sweeps FOR SELECT TO kassa_worker USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON endpoint_sweeps TO kassa_request;
GRANT SELECT ON endpoint_sweeps TO kassa_worker;
GRANT DELETE ON webhook_deliveries TO kassa_request;

-- A deleted endpoint is there until its deliveries are removed.
ALTER TABLE webhook_endpoints DROP CONSTRAINT webhook_endpoints_kind_check,
  ADD CONSTRAINT webhook_endpoints_kind_check CHECK (kind IN ('http', 'listener', 'deleted'));

-- What waits for a paused endpoint keeps the time of its next attempt.
UPDATE webhook_deliveries SET next_attempt_at = clock_timestamp()
  WHERE status = 'pending' AND kind = 'http' AND next_attempt_at IS NULL;

-- Arguments: what the row is called, the column that names it, columns that don't matter, columns whose values are not shown.
CREATE OR REPLACE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  before jsonb := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE to_jsonb(OLD) END;
  after jsonb := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE to_jsonb(NEW) END;
  row_now jsonb := CASE WHEN TG_OP = 'DELETE' THEN before ELSE after END;
  ignored text[] := string_to_array(TG_ARGV[2], ',');
  hidden text[] := string_to_array(TG_ARGV[3], ',');
  -- An endpoint whose deliveries are still being removed has been deleted by whoever asked for that.
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
