import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { openTestDatabase, type TestDatabase } from "../../test/support/database.ts";
import { type Database, type DatabaseRole, databaseRoles, openDatabase, settingsFor } from "./database.ts";

let db: TestDatabase;
let database: Database;
/** A DATABASE_URL with options of its own, as some hosts of PostgreSQL ask for. */
let address: string;

before(async () => {
  db = await openTestDatabase();
  const url = new URL(db.settings.connectionString ?? "");
  url.searchParams.set("options", "-c statement_timeout=54321");
  address = url.href;
  database = openDatabase({ connectionString: address });
});
after(async () => {
  await database.close();
  await db.close();
});

test("options in DATABASE_URL are kept, and take no connection out of its role", async () => {
  for (const role of Object.keys(databaseRoles) as DatabaseRole[]) {
    const client = new Client(settingsFor({ connectionString: address }, role));
    await client.connect();
    const { rows } = await client.query(
      "SELECT current_user AS user, session_user AS login, current_setting('statement_timeout') AS timeout",
    );
    await client.end();
    assert.equal(rows[0].timeout, "54321ms");
    assert.equal(rows[0].user, databaseRoles[role] ?? rows[0].login);
  }
});

test("requests stay within their tenant whatever DATABASE_URL says", async () => {
  await db.sql(
    `INSERT INTO checkout_sessions (tenant_id, id, mode, amount, currency, details, created_at, expires_at)
     VALUES (1, 'cs_sandbox_of_another', 'sandbox', 100, 'EUR', '{}', now(), now() + interval '1 day')`,
  );
  const rows = await database.inTenant({ tenantId: 2, mode: "sandbox" }, (trx) =>
    trx.query("SELECT id FROM checkout_sessions"),
  );
  assert.deepEqual(rows, []);
});
