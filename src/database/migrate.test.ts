import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { Client } from "pg";
import { openTestDatabase, type TestDatabase, useTestDatabase } from "../../test/support/database.ts";
import { startDatabaseProxy } from "../../test/support/proxy.ts";
import { until } from "../../test/support/until.ts";
import { inspectSchema, migrate, SchemaIsNewer } from "./migrate.ts";
import { MigrationFailed } from "./migration-failed.ts";

const db = useTestDatabase();

test("a migrated database has nothing pending, and migrating again changes nothing", async () => {
  assert.deepEqual((await inspectSchema(db.settings)).pending, []);
  assert.deepEqual((await migrate(db.settings)).applied, []);
});

test("a schema that a newer Kassa made is refused by name", async () => {
  await db.sql("INSERT INTO migrations (name, run_on) VALUES ('999999-from-the-future', now())");
  await assert.rejects(migrate(db.settings), (error: Error) => {
    assert.ok(error instanceof SchemaIsNewer);
    assert.match(error.message, /999999-from-the-future/);
    return true;
  });
  await db.sql("DELETE FROM migrations WHERE name = '999999-from-the-future'");
});

test("a database that goes away while its schema is read fails that look, and nothing else", async (t) => {
  const network = await startDatabaseProxy(db.settings);
  t.after(() => network.close());
  await db.sql("BEGIN");
  try {
    await db.sql("LOCK TABLE migrations");
    const looking = inspectSchema(network.settings);
    const waits = () =>
      db.sql("SELECT FROM pg_locks WHERE NOT granted AND relation = 'migrations'::regclass");
    await until(async () => (await waits()).length === 1, "the look waits for the lock");
    network.cut();
    // An event of the connection that nobody listens to would end the process, and with it this test.
    await assert.rejects(looking, /Connection terminated|ECONNRESET/);
  } finally {
    await db.sql("ROLLBACK");
  }
});

/** The migrations there are and some more, in a folder of their own. */
function migrationsAnd(more: Record<string, string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), "kassa-migrations-"));
  cpSync(path.resolve(import.meta.dirname, "../../migrations"), folder, { recursive: true });
  for (const [file, sql] of Object.entries(more)) writeFileSync(path.join(folder, file), sql);
  return folder;
}

test("a migration that fails is told by file, line and PostgreSQL's words, without its SQL, and leaves nothing behind", async (t) => {
  const printed = t.mock.method(console, "error", () => {});
  const folder = migrationsAnd({
    "000900-fine.sql": "CREATE TABLE scratch (tenant_id bigint);",
    "000901-wrong.sql":
      "-- Über allem: ein Kommentar.\nSELECT 1;\nALTER TABLE payments\n  DROP COLUMN amont;\nSELECT amont FROM payments;\n",
    "000902-never-reached.sql": "SELECT 2;",
  });
  t.after(() => rmSync(folder, { recursive: true }));
  await assert.rejects(migrate(db.settings, folder), (error: Error) => {
    assert.ok(error instanceof MigrationFailed);
    assert.match(
      error.message,
      /^The migration 000901-wrong\.sql failed: column "amont" of .* does not exist\n/,
    );
    assert.match(error.message, /Nothing was changed/);
    assert.equal(error.code, "42703");
    assert.ok(!error.message.includes("DROP COLUMN"));
    return true;
  });
  writeFileSync(
    path.join(folder, "000901-wrong.sql"),
    "-- Über allem: ein Kommentar.\n\nSELECT amont\nFROM payments;\n",
  );
  await assert.rejects(migrate(db.settings, folder), (error: Error) => {
    assert.match(error.message, /migration 000901-wrong\.sql, line 3, failed: column "amont" does not exist/);
    assert.match(error.message, /Hint: Perhaps you meant to reference the column "payments\.amount"/);
    return true;
  });
  assert.equal(printed.mock.callCount(), 0);
  assert.deepEqual(await db.sql("SELECT to_regclass('scratch') AS left"), [{ left: null }]);
});

const index =
  "-- kassa: no transaction\nCREATE INDEX CONCURRENTLY payments_note ON payments (tenant_id, note);\n";
const addNote = "ALTER TABLE payments ADD COLUMN note text;";

/** A database of the test's own, which it leaves with migrations that Kassa doesn't have. */
async function ownDatabase(t: TestContext, more: Record<string, string>) {
  const own = await openTestDatabase();
  const folder = migrationsAnd(more);
  t.after(async () => {
    await own.close();
    rmSync(folder, { recursive: true });
  });
  return { own, folder };
}

const appliedTo = (own: TestDatabase) =>
  own.sql<{ name: string }>("SELECT name FROM migrations WHERE name > '0009' ORDER BY id");

test("an index is built outside of transactions, by one of two processes that migrate at the same time", async (t) => {
  const { own, folder } = await ownDatabase(t, {
    "000900-add.sql": addNote,
    "000901-index.sql": index,
    "000902-more.sql": "SELECT 1;",
  });
  const reports = await Promise.all([migrate(own.settings, folder), migrate(own.settings, folder)]);
  assert.deepEqual(reports.map(({ applied }) => applied).toSorted(), [
    [],
    ["000900-add", "000901-index", "000902-more"],
  ]);
  assert.deepEqual((await appliedTo(own)).length, 3);
  const built = await own.sql(
    "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'payments_note'::regclass",
  );
  assert.deepEqual(built, [{ valid: true }]);
});

test("a failed migration outside of transactions leaves what ran before it, and the next start builds its index anew", async (t) => {
  const { own, folder } = await ownDatabase(t, {
    "000900-add.sql": addNote,
    "000901-index.sql": index.replace("CREATE INDEX", "CREATE UNIQUE INDEX").replace("note)", "mode)"),
    "000902-more.sql": "SELECT 1;",
  });
  await own.sql(
    `INSERT INTO checkout_sessions (tenant_id, id, mode, amount, currency, details, created_at, expires_at)
     SELECT 1, 'cs_' || i, 'live', 1, 'EUR', '{}', now(), now() + interval '1 day' FROM generate_series(1, 2) i`,
  );
  await own.sql(
    `INSERT INTO payments (tenant_id, id, mode, session_id, status, amount, currency, capture_method)
     SELECT 1, 'pay_' || i, 'live', 'cs_' || i, 'failed', 1, 'EUR', 'automatic' FROM generate_series(1, 2) i`,
  );
  await assert.rejects(migrate(own.settings, folder), (error: Error) => {
    assert.match(error.message, /^The migration 000901-index\.sql failed: could not create unique index/);
    assert.match(error.message, /These migrations ran and stay: 000900-add\./);
    return true;
  });
  await own.sql("DELETE FROM payments WHERE id = 'pay_2'");
  assert.deepEqual((await migrate(own.settings, folder)).applied, ["000901-index", "000902-more"]);
  const built = await own.sql(
    "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'payments_note'::regclass",
  );
  assert.deepEqual(built, [{ valid: true }]);
});

test("a migration that waits for a table lets others use the table, and runs once the table is free", async (t) => {
  const { own, folder } = await ownDatabase(t, { "000900-add.sql": addNote });
  const long = new Client(own.settings);
  await long.connect();
  await long.query("BEGIN; SELECT FROM payments");
  const migrating = migrate(own.settings, folder);
  const waits = () => own.sql("SELECT FROM pg_locks WHERE NOT granted AND relation = 'payments'::regclass");
  await until(async () => (await waits()).length === 1, "the migration waits");
  // Queues behind the migration, and is answered when that gives up for now.
  await own.sql("SELECT FROM payments");
  assert.deepEqual(await appliedTo(own), []);
  await long.query("COMMIT");
  await long.end();
  assert.deepEqual((await migrating).applied, ["000900-add"]);
});
