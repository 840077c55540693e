import assert from "node:assert/strict";
import { test } from "node:test";
import { useTestDatabase } from "../../test/support/database.ts";
import { startDatabaseProxy } from "../../test/support/proxy.ts";
import { RolesIgnored, verifyRoles } from "./verify-roles.ts";

const db = useTestDatabase();

test("connections that reach PostgreSQL run as their roles", async () => {
  await verifyRoles(db.settings);
});

test("behind a pooler that ignores the start-up options nothing is served, and the error says what to change", async (t) => {
  const pooler = await startDatabaseProxy(db.settings, { ignoreOptions: true });
  t.after(() => pooler.close());
  await assert.rejects(verifyRoles(pooler.settings), (error: Error) => {
    assert.ok(error instanceof RolesIgnored);
    assert.match(error.message, /asked for kassa_request, kassa_control, kassa_worker, kassa_lane/);
    assert.match(error.message, /Point DATABASE_URL at PostgreSQL itself/);
    return true;
  });
});
