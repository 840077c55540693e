import assert from "node:assert/strict";
import { test } from "node:test";
import { useTestDatabase } from "../../test/support/database.ts";

const db = useTestDatabase({ waits: "production" });

/** Tables without a tenant, each with the reason why it has none. */
const withoutTenant: Record<string, string> = {
  "public.migrations": "which migrations ran",
  "public.installation": "one row for the whole installation",
  "public.audit_entries": "the operator's record of changes, which no tenant's role can read",
  "public.key_epoch": "one counter, no contents",
  "public.database_watch": "one row for the whole installation",
  "public.page_reports": "counts of what browsers report, which name no session and no tenant",
  "public.page_check": "one row for the whole installation",
  "public.page_editions": "what the page of each version looks like, which is no tenant's",
  "public.backups": "backups of the whole installation",
  "public.receipt_keys": "the installation's own keys, one in use for each mode",
};

test("every table has a tenant, forced row-level security and a policy", async () => {
  const tables = await db.sql<{ name: string; has_tenant: boolean; forced: boolean; policies: number }>(`
    SELECT n.nspname || '.' || c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS forced,
      EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id') AS has_tenant,
      (SELECT count(*) FROM pg_policy p WHERE p.polrelid = c.oid) AS policies
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'sandbox_psp', 'staff')`);
  assert.ok(tables.length > 10);
  for (const table of tables) {
    if (table.name in withoutTenant) continue;
    assert.ok(table.has_tenant, `${table.name} has no tenant_id`);
    assert.ok(table.forced, `${table.name} does not force row-level security`);
    assert.ok(table.policies > 0, `${table.name} has no policy`);
  }
});

test("no policy is restrictive: on the nodes of a Citus cluster it would permit what it was to forbid", async () => {
  const found = await db.sql(
    "SELECT polrelid::regclass::text, polname FROM pg_policy WHERE NOT polpermissive",
  );
  assert.deepEqual(found, []);
});

test("tenant_id comes first in every primary, unique and foreign key of tenant-owned tables", async () => {
  const keys = await db.sql<{ name: string; first_column: string }>(`
    SELECT c.conrelid::regclass || '.' || c.conname AS name, a.attname AS first_column
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype IN ('p', 'u', 'f') AND c.connamespace = 'public'::regnamespace
    UNION ALL
    SELECT i.indexrelid::regclass::text, a.attname
    FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = i.indkey[0]
    WHERE i.indisunique AND t.relnamespace = 'public'::regnamespace`);
  for (const key of keys) {
    const table = key.name.split(".")[0] ?? "";
    if (
      /^(migrations|installation|audit_entries|key_epoch|database_watch|backups|page_(reports|check|editions)|receipt_keys)/.test(
        table,
      )
    )
      continue;
    assert.equal(key.first_column, "tenant_id", key.name);
  }
});

test("no role that serves requests can bypass row-level security or owns anything", async () => {
  const roles = await db.sql<{ rolname: string; power: boolean; owns: boolean }>(`
    SELECT r.rolname, r.rolsuper OR r.rolbypassrls OR r.rolcreaterole OR r.rolcreatedb AS power,
      EXISTS (SELECT FROM pg_class c WHERE c.relowner = r.oid) AS owns
    FROM pg_roles r WHERE r.rolname LIKE 'kassa\\_%'`);
  assert.ok(roles.length >= 5);
  for (const role of roles) {
    assert.equal(role.power, false, `${role.rolname} has a power that it doesn't need`);
    assert.equal(role.owns, false, `${role.rolname} owns a table`);
  }
});

test("the worker's role finds what is due, and can read no contents: no text, no amount, nothing sealed", async () => {
  const columns = await db.sql<{ name: string; type: string }>(`
    SELECT p.table_name || '.' || p.column_name AS name, c.data_type AS type
    FROM information_schema.column_privileges p
    JOIN information_schema.columns c USING (table_schema, table_name, column_name)
    WHERE p.grantee = 'kassa_worker' AND p.privilege_type = 'SELECT' AND p.table_schema = 'public'
      AND EXISTS (SELECT FROM information_schema.columns t
        WHERE t.table_schema = 'public' AND t.table_name = p.table_name AND t.column_name = 'tenant_id')`);
  assert.ok(columns.length > 50);
  const contents =
    /\.(amount|currency|details|metadata|customer|email|url|description|client_reference|evidence|object|body|request|response$|card|secret|sealed)/;
  for (const { name, type } of columns) {
    assert.doesNotMatch(name, contents);
    // A keyed digest of a card or an address: nothing can be read from it.
    if (name !== "recent_declines.subject") assert.doesNotMatch(type, /^(bytea|jsonb?)$/, name);
  }
});

test("a transaction that names no tenant sees nothing and can write nothing", async () => {
  await seedSession(1, "cs_sandbox_one");
  const rows = await withoutScope("SELECT id FROM checkout_sessions");
  assert.deepEqual(rows, []);
});

test("a transaction sees its tenant's rows of its mode, and no others", async () => {
  await seedSession(2, "cs_sandbox_two");
  const inTenant = (tenantId: number, mode: "live" | "sandbox") =>
    db.database.inTenant({ tenantId, mode }, (trx) =>
      trx.query("SELECT id FROM checkout_sessions WHERE id = 'cs_sandbox_two'"),
    );
  assert.equal((await inTenant(2, "sandbox")).length, 1);
  assert.equal((await inTenant(2, "live")).length, 0);
  assert.equal((await inTenant(1, "sandbox")).length, 0);
  await assert.rejects(
    db.database.inTenant({ tenantId: 1, mode: "sandbox" }, (trx) =>
      trx.run(
        `INSERT INTO events (tenant_id, id, mode, type, object) VALUES (2, 'evt_x', 'sandbox', 'x', '{}')`,
      ),
    ),
    /row-level security/,
  );
});

test("COMMIT of a failed transaction is not a success, though PostgreSQL reports no error", async () => {
  await assert.rejects(
    db.database.inTenant({ tenantId: 1, mode: "sandbox" }, async (trx) => {
      await trx.query("SELECT 1/0").catch(() => {});
    }),
    { name: "CommitRefused" },
  );
});

async function withoutScope(text: string): Promise<unknown[]> {
  const { Client } = await import("pg");
  const client = new Client({ ...db.settings, options: "-c role=kassa_request" });
  await client.connect();
  const rows = await client.query(text);
  await client.end();
  return rows.rows;
}

async function seedSession(tenantId: number, id: string): Promise<void> {
  await db.sql(
    `INSERT INTO checkout_sessions (tenant_id, id, mode, amount, currency, details, created_at, expires_at)
     VALUES ($1, $2, 'sandbox', 100, 'EUR', '{}', now(), now() + interval '1 day')`,
    [tenantId, id],
  );
}
