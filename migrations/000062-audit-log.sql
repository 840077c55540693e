-- Who changed keys, tenants, settings and secrets, from where, and what. The database itself writes it, by triggers, so that no
-- change is left out, whoever makes it; and nobody changes or deletes what stands there.
CREATE TABLE audit_entries (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- An API key, an operator, the server; or the database user who changed rows by hand.
  actor text NOT NULL,
  -- The address of a request, the host of a command.
  origin text NOT NULL,
  action text NOT NULL CHECK (action IN ('created', 'changed', 'deleted', 'erased')),
  object text NOT NULL,
  object_id text,
  -- Null when it is the installation's.
  tenant_id bigint,
  mode text,
  -- The columns that were changed, each with `from` and `to`; of secrets and pictures only that they were.
  changes json NOT NULL
);
CREATE INDEX audit_entries_of_tenant ON audit_entries (tenant_id, position);
GRANT SELECT, INSERT (actor, origin, action, object, object_id, tenant_id, mode, changes) ON audit_entries TO kassa_control;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER append_only;

-- Arguments: what the row is called, the column that names it, columns that don't matter, columns whose values are not shown.
CREATE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  before jsonb := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE to_jsonb(OLD) END;
  after jsonb := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE to_jsonb(NEW) END;
  row_now jsonb := CASE WHEN TG_OP = 'DELETE' THEN before ELSE after END;
  ignored text[] := string_to_array(TG_ARGV[2], ',');
  hidden text[] := string_to_array(TG_ARGV[3], ',');
  changes jsonb;
BEGIN
  -- `kassa listen` comes and goes with a developer's terminal.
  IF row_now ->> 'kind' = 'listener' THEN
    RETURN NULL;
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
    CASE TG_OP WHEN 'INSERT' THEN 'created' WHEN 'UPDATE' THEN 'changed' ELSE 'deleted' END,
    TG_ARGV[0], row_now ->> TG_ARGV[1], (row_now ->> 'tenant_id')::bigint, row_now ->> 'mode', changes);
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION record_change() FROM PUBLIC;

CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON tenants FOR EACH ROW
  EXECUTE FUNCTION record_change('tenant', 'id', '', '');
-- When a key was last used is written down every few seconds.
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE OF name, secret_hash, scopes, allowed_networks, expires_at, revoked_at,
  replaced_by ON api_keys FOR EACH ROW EXECUTE FUNCTION record_change('api_key', 'id', 'last_used_at', 'secret_hash');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON page_settings FOR EACH ROW
  EXECUTE FUNCTION record_change('settings', '', 'updated_at', 'logo_content');
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE OF url, description, event_types, status, secret_sealed ON webhook_endpoints
  FOR EACH ROW EXECUTE FUNCTION record_change('webhook_endpoint', 'id', 'failing_since,last_seen_at',
    'secret_sealed,previous_secret_sealed');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON receipt_keys FOR EACH ROW
  EXECUTE FUNCTION record_change('receipt_key', 'key_id', '', 'private_key_sealed');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON installation FOR EACH ROW
  EXECUTE FUNCTION record_change('installation', '', '', 'digest_key_sealed');
