import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { useTestDatabase } from "../../test/support/database.ts";
import { standaloneKeyring } from "../../test/support/keyring.ts";
import type { Database } from "../database/database.ts";
import { DatabaseClock } from "../kernel/clock.ts";
import { randomTenantKey } from "../kernel/id.ts";
import { makeApiKey } from "./api-key.ts";
import { ApiKeyCache } from "./api-key-cache.ts";
import { createKey } from "./create-key.ts";
import { createTenant } from "./create-tenant.ts";

const keyring = standaloneKeyring();
const db = useTestDatabase();

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

test("stores a key's last use even if keys change during its look-up", async () => {
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
  assert.equal(memory.get(key.secret), undefined, "a result read before a change isn't cached after it");
  await memory.stop();
  assert.ok(await lastUse(key.id));
});

test("stores a key's last use later if the database was down", async (t) => {
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

/** A cache that counts its transactions: those that read keys, and those that ask whether keys have changed. */
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

test("reads a tenant's keys once for any number of forged keys, and nothing for unknown tenants", async (t) => {
  const { tenantId, secret } = await newKey();
  const { memory, counts } = await countingMemory(t);
  const forged = (of: number): Promise<unknown>[] =>
    Array.from({ length: 1_000 }, () => memory.fetch(makeApiKey("sandbox", of)));
  assert.ok((await Promise.all(forged(tenantId))).every((auth) => auth === null));
  assert.equal(counts.reads, 1);
  assert.ok(counts.asks < 200, `${counts.asks}`);
  await Promise.all(forged(randomTenantKey()));
  assert.equal(counts.reads, 1);
  assert.ok(await memory.fetch(secret), "a valid key is still found");
  assert.equal(counts.reads, 1);
});

test("accepts a new key at once, unless its address has too many failures", async (t) => {
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
