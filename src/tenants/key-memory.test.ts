import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTestDatabase, type TestDatabase } from "../../test/support/database.ts";
import type { Database } from "../database/database.ts";
import { DatabaseClock } from "../kernel/clock.ts";
import { Keyring } from "../kernel/seal.ts";
import { createKey } from "./create-key.ts";
import { createTenant } from "./create-tenant.ts";
import { KeyMemory } from "./key-memory.ts";

const keyring = new Keyring("a-secret-key-for-tests-only");
let db: TestDatabase;
before(async () => {
  db = await openTestDatabase();
});
after(() => db.close());

const memoryOn = (database: Database): KeyMemory =>
  new KeyMemory({ database, keyring, clock: new DatabaseClock(), rateLimits: "off" });

async function newKey(): Promise<{ tenantId: number; id: string; secret: string }> {
  const { tenant } = await createTenant({ database: db.database, keyring }, "Test shop");
  const made = await createKey(
    { database: db.database, keyring },
    { tenantId: tenant.tenantId, mode: "sandbox" },
  );
  assert.ok(made.ok);
  return { ...made.value, tenantId: tenant.tenantId };
}

async function lastUse(id: string): Promise<Date | null | undefined> {
  const [row] = await db.sql<{ at: Date | null }>("SELECT last_used_at AS at FROM api_keys WHERE id = $1", [
    id,
  ]);
  return row?.at;
}

test("a use is written down, also when keys change while the key is looked up", async () => {
  const key = await newKey();
  const memory = memoryOn({
    ...db.database,
    inScope: async (scope, work) => {
      const found = await db.database.inScope(scope, work);
      await newKey();
      await memory.start();
      return found;
    },
  });
  await memory.start();
  assert.ok(await memory.load(key.secret));
  assert.equal(
    memory.recall(key.secret),
    undefined,
    "what was read before a change isn't remembered after it",
  );
  await memory.stop();
  assert.ok(await lastUse(key.id));
});

test("a use that can't be written down is written down later", async () => {
  const key = await newKey();
  let broken = false;
  const memory = memoryOn({
    ...db.database,
    inControl: (work) =>
      broken ? Promise.reject(new Error("the database is down")) : db.database.inControl(work),
  });
  await memory.start();
  await memory.load(key.secret);
  broken = true;
  await assert.rejects(memory.recordUses(), /down/);
  broken = false;
  await memory.recordUses();
  assert.ok(await lastUse(key.id));
  await memory.stop();
});
