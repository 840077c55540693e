import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { openTestDatabase, type TestDatabase } from "../../test/support/database.ts";
import { startDatabaseProxy } from "../../test/support/proxy.ts";
import { until } from "../../test/support/until.ts";
import { inspectSchema, migrate, SchemaIsNewer } from "./migrate.ts";
import { MigrationFailed } from "./migration-failed.ts";

let db: TestDatabase;
before(async () => {
  db = await openTestDatabase();
});
after(() => db.close());

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
