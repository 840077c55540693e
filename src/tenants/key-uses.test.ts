import assert from "node:assert/strict";
import { test } from "node:test";
import { useTestDatabase } from "../../test/support/database.ts";
import { openTestKeyring } from "../../test/support/keyring.ts";
import { untilLockWaits } from "../../test/support/lock-waits.ts";
import { createTenant } from "./create-tenant.ts";
import { KeyUses } from "./key-uses.ts";

const db = useTestDatabase();

test("two processes that store uses of keys lock them in the same order", async () => {
  const keyring = await openTestKeyring(db.database);
  const { tenant } = await createTenant({ database: db.database, keyring }, "Test shop");
  const { tenantId } = tenant;
  const keys = await db.sql<{ id: string }>("SELECT id FROM api_keys WHERE tenant_id = $1 ORDER BY id", [
    tenantId,
  ]);
  const ids = keys.map(({ id }) => id);
  const [first, last] = [ids.at(0), ids.at(-1)];
  assert.ok(first && last && first !== last);
  const uses = new KeyUses();
  for (const keyId of ids.toReversed()) uses.note({ tenantId, keyId, lastUsedMs: 1_000 });
  let writing: Promise<unknown> = Promise.resolve();
  await db.database.inControl(async (trx) => {
    await trx.query("SELECT FROM api_keys WHERE tenant_id = $1 AND id = $2 FOR UPDATE", [tenantId, first]);
    writing = uses.write(db.database);
    await untilLockWaits(db, 1);
    const free = await db.sql("SELECT FROM api_keys WHERE id = $1 FOR UPDATE SKIP LOCKED", [last]);
    assert.equal(free.length, 1);
  });
  await writing;
  assert.deepEqual(await db.sql("SELECT DISTINCT last_used_at FROM api_keys"), [
    { last_used_at: new Date(1_000) },
  ]);
});
