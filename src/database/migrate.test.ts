import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTestDatabase, type TestDatabase } from "../../test/support/database.ts";
import { inspectSchema, migrate, SchemaIsNewer } from "./migrate.ts";

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
