import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { useTestDatabase } from "../../test/support/database.ts";
import { enableRoleLogin, rolePassword } from "../../test/support/login-roles.ts";
import { type ConnectionSettings, type DatabaseRole, databaseRoles, settingsFor } from "./database.ts";
import { migrate } from "./migrate.ts";
import { rolesWithTemporaryTables } from "./prepare-roles.ts";
import { verifyRoles } from "./verify-roles.ts";

const db = useTestDatabase();

const roles = (Object.keys(databaseRoles) as DatabaseRole[]).filter((role) => databaseRoles[role]);

async function ask(settings: ConnectionSettings, role: DatabaseRole, sql: string): Promise<unknown[]> {
  const client = new Client(settingsFor(settings, role));
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test("roles that log in themselves can't become the owner", async () => {
  const settings: ConnectionSettings = {
    ...db.settings,
    roleLogin: { kind: "own", rolePassword },
  };
  await enableRoleLogin(db.settings);
  await verifyRoles(settings);
  const [owner] = await db.sql<{ name: string }>("SELECT quote_ident(current_user) AS name");
  for (const role of roles) {
    const tried = `SELECT set_config('role', 'none', false), session_user AS login`;
    assert.deepEqual(await ask(settings, role, tried), [{ set_config: "none", login: databaseRoles[role] }]);
    await assert.rejects(ask(settings, role, `SET SESSION AUTHORIZATION ${owner?.name}`), { code: "42501" });
    await assert.rejects(ask(settings, role, "SELECT * FROM pg_authid"), { code: "42501" });
  }
});

test("no role can make a temporary table once migrate has run, and what they can is told", async () => {
  await db.sql(
    "DO $$ BEGIN EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO PUBLIC', current_database()); END $$",
  );
  assert.equal((await rolesWithTemporaryTables(db.settings)).length, roles.length);
  await Promise.all([migrate(db.settings), migrate(db.settings)]);
  assert.deepEqual(await rolesWithTemporaryTables(db.settings), []);
  for (const role of roles)
    await assert.rejects(ask(db.settings, role, "CREATE TEMPORARY TABLE tenants (id integer)"), {
      code: "42501",
    });
});

test("every SECURITY DEFINER function looks temporary objects up last", async () => {
  const functions = await db.sql<{ name: string; settings: string[] | null }>(
    `SELECT p.oid::regprocedure::text AS name, p.proconfig AS settings FROM pg_proc p
     JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE p.prosecdef AND n.nspname NOT IN ('pg_catalog', 'information_schema')`,
  );
  assert.ok(functions.length > 0);
  for (const { name, settings } of functions)
    assert.ok(settings?.includes("search_path=pg_catalog, public, pg_temp"), `${name} has ${settings}`);
});

test("the lane's role writes new sessions only", async () => {
  const insert = (columns: string, values: string) =>
    ask(
      db.settings,
      "lane",
      `INSERT INTO checkout_sessions (tenant_id, id, mode, amount, currency, details, created_at, expires_at${columns})
       VALUES (1, ${values.startsWith("'") ? values : `'cs_live_1', 'live', 100, 'EUR', '{}', now(), now() + interval '1 hour'${values}`})`,
    );
  await insert("", "");
  for (const [column, value] of [
    ["status", "'complete'"],
    ["payment_status", "'paid'"],
    ["payment_id", "'pay_live_1'"],
    ["completed_at", "now()"],
    ["event_count", "7"],
  ] as const)
    await assert.rejects(insert(`, ${column}`, `, ${value}`), { code: "42501" }, column);
  const rest = "100, 'EUR', '{}', now(), now()";
  await assert.rejects(
    insert("", `'cs_sandbox_2', 'live', ${rest} + interval '1 hour'`),
    /row-level security/,
  );
  await assert.rejects(insert("", `'cs_live_2', 'live', ${rest} - interval '1 hour'`), /row-level security/);
  await assert.rejects(
    insert(", clock_id", `'cs_live_2', 'live', ${rest} + interval '1 hour', 'clk_1'`),
    /row-level security/,
  );
});
