import assert from "node:assert/strict";
import { after, before, type TestContext, test } from "node:test";
import { openTestDatabase, type TestDatabase } from "../../test/support/database.ts";
import { looseKeyring } from "../../test/support/keyring.ts";
import type { Database } from "../database/database.ts";
import { DatabaseClock } from "../kernel/clock.ts";
import { randomTenantKey } from "../kernel/id.ts";
import { makeApiKey } from "./api-key.ts";
import { ApiKeyCache } from "./api-key-cache.ts";
import { createKey } from "./create-key.ts";
import { createTenant } from "./create-tenant.ts";

const keyring = looseKeyring();
let db: TestDatabase;
before(async () => {
  db = await openTestDatabase();
});
after(() => db.close());

const memoryOn = (database: Database): ApiKeyCache =>
  new ApiKeyCache({
    database,
    keyring,
    clock: new DatabaseClock(),
    rateLimits: "off",
    readAmountLimits: async () => ({}),
  });

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
    inTenant: async (scope, work) => {
      const found = await db.database.inTenant(scope, work);
      await newKey();
      await memory.start();
      return found;
    },
  });
  await memory.start();
  assert.ok(await memory.fetch(key.secret));
  assert.equal(memory.get(key.secret), undefined, "what was read before a change isn't remembered after it");
  await memory.stop();
  assert.ok(await lastUse(key.id));
});

test("a use that can't be written down is written down later", async (t) => {
  const key = await newKey();
  let broken = false;
  const memory = memoryOn({
    ...db.database,
    inControl: (work) =>
      broken ? Promise.reject(new Error("the database is down")) : db.database.inControl(work),
  });
  t.after(() => memory.stop());
  await memory.start();
  await memory.fetch(key.secret);
  broken = true;
  await assert.rejects(memory.recordUses(), /down/);
  broken = false;
  await memory.recordUses();
  assert.ok(await lastUse(key.id));
});

/** A memory that counts its transactions: those that read keys, and those that ask whether keys have changed. */
async function countingMemory(t: TestContext) {
  const counts = { reads: 0, asks: 0 };
  const memory = memoryOn({
    ...db.database,
    inTenant: (scope, work) => {
      counts.reads += 1;
      return db.database.inTenant(scope, work);
    },
    inControl: (work) => {
      counts.asks += 1;
      return db.database.inControl(work);
    },
  });
  await memory.start();
  t.after(() => memory.stop());
  return { memory, counts };
}

test("forged keys of a tenant cost one look at its keys; those of no tenant cost none", async (t) => {
  const { tenantId, secret } = await newKey();
  const { memory, counts } = await countingMemory(t);
  const forged = (of: number): Promise<unknown>[] =>
    Array.from({ length: 1_000 }, () => memory.fetch(makeApiKey("sandbox", of)));
  assert.ok((await Promise.all(forged(tenantId))).every((auth) => auth === null));
  assert.equal(counts.reads, 1);
  assert.ok(counts.asks < 200, `${counts.asks}`);
  await Promise.all(forged(randomTenantKey()));
  assert.equal(counts.reads, 1);
  assert.ok(await memory.fetch(secret), "a good key is found all the same");
  assert.equal(counts.reads, 1);
});

test("a key made a moment ago works at once, unless its address may not ask", async (t) => {
  const { memory } = await countingMemory(t);
  const first = await newKey();
  assert.equal(await memory.fetch(first.secret, () => false), "limited");
  const auth = await memory.fetch(first.secret);
  assert.ok(auth !== null && auth !== "limited");
  const { tenantId } = auth;
  const second = await createKey({ database: db.database, keyring }, { tenantId, mode: "sandbox" });
  assert.ok(second.ok);
  assert.ok(await memory.fetch(second.value.secret));
  const { tenant } = await createTenant({ database: db.database, keyring }, "New shop");
  assert.equal(await memory.knowsTenant(tenant.tenantId, () => false), false);
  assert.equal(await memory.knowsTenant(tenant.tenantId), true);
});
