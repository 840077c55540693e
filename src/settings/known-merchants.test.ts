import assert from "node:assert/strict";
import { test } from "node:test";
import { usePaymentTestbed } from "../../test/support/payments.ts";
import type { TenantScope } from "../database/transaction.ts";
import { createTenant } from "../tenants/create-tenant.ts";
import { getKeyEpoch } from "../tenants/find-tenant.ts";
import { KnownMerchants } from "./known-merchants.ts";

const rig = usePaymentTestbed();

const epoch = async (): Promise<number> =>
  (await rig.db.database.inTenant(rig.scope, (trx) => getKeyEpoch(trx))).epoch;

/** Merchants whose reads are counted. */
function merchantsOf(held: { reads: number }): KnownMerchants {
  return new KnownMerchants({
    inTenant: (scope, work) => {
      held.reads += 1;
      return rig.db.database.inTenant(scope, work);
    },
  });
}

const nameIt = (name: string) =>
  rig.db.sql(
    `INSERT INTO page_settings (tenant_id, mode, display_name) VALUES ($1, $2, $3)
     ON CONFLICT (tenant_id, mode) DO UPDATE SET display_name = $3`,
    [rig.scope.tenantId, rig.scope.mode, name],
  );

test("a merchant is read once, and again after any change of settings or tenants", async () => {
  const held = { reads: 0 };
  const merchants = merchantsOf(held);
  const nameNow = async () => (await merchants.of(rig.scope, await epoch()))?.settings.displayName;
  await nameIt("North");
  assert.deepEqual([await nameNow(), await nameNow()], ["North", "North"]);
  assert.equal(held.reads, 1);
  await nameIt("South");
  assert.equal(await nameNow(), "South");
  await rig.db.sql("UPDATE tenants SET closed_at = now() WHERE tenant_id = $1", [rig.scope.tenantId]);
  const closed = await merchants.of(rig.scope, await epoch());
  assert.ok(closed?.tenant.closedAt);
  await rig.db.sql("UPDATE tenants SET closed_at = NULL WHERE tenant_id = $1", [rig.scope.tenantId]);
  assert.equal((await merchants.of(rig.scope, await epoch()))?.tenant.closedAt, null);
});

test("a read that began before a change isn't kept for those who know of the change", async () => {
  const held = { reads: 0 };
  let release: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = new KnownMerchants({
    inTenant: async (scope, work) => {
      held.reads += 1;
      const isFirst = held.reads === 1;
      const value = await rig.db.database.inTenant(scope, work);
      if (isFirst) await gate;
      return value;
    },
  });
  await nameIt("East");
  const before = slow.of(rig.scope, await epoch());
  await rig.db.database.inTenant(rig.scope, (trx) => getKeyEpoch(trx));
  await nameIt("West");
  const now = slow.of(rig.scope, await epoch());
  assert.equal(held.reads, 2);
  assert.equal((await now)?.settings.displayName, "West");
  release();
  await before;
  assert.equal((await slow.of(rig.scope, await epoch()))?.settings.displayName, "West");
});

test("a merchant who is asked for twice at the same moment is read once", async () => {
  const held = { reads: 0 };
  const merchants = merchantsOf(held);
  await Promise.all([merchants.of(rig.scope, 1), merchants.of(rig.scope, 1)]);
  assert.equal(held.reads, 1);
});

test("each mode has settings of its own, and each tenant too", async () => {
  const merchants = merchantsOf({ reads: 0 });
  const other = await createTenant({ database: rig.db.database, keyring: rig.keyring }, "Another shop");
  await nameIt("Sandbox name");
  const nameOf = async (scope: TenantScope) =>
    (await merchants.of(scope, await epoch()))?.settings.displayName;
  assert.equal(await nameOf({ ...rig.scope, mode: "sandbox" }), "Sandbox name");
  assert.equal(await nameOf({ ...rig.scope, mode: "live" }), rig.tenant.tenant.name);
  assert.equal(await nameOf({ ...rig.scope, tenantId: other.tenant.tenantId }), "Another shop");
});

test("a read that failed is repeated by the next request", async () => {
  let fails = true;
  const merchants = new KnownMerchants({
    inTenant: (scope, work) =>
      fails ? Promise.reject(new Error("gone")) : rig.db.database.inTenant(scope, work),
  });
  await assert.rejects(merchants.of(rig.scope, 1), /gone/);
  fails = false;
  assert.ok(await merchants.of(rig.scope, 1));
});

test("a late failure of a read that began before a change doesn't drop the read after it", async () => {
  let reads = 0;
  let fail: (reason: Error) => void = () => {};
  const gone = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const merchants = new KnownMerchants({
    inTenant: (scope, work) => {
      reads += 1;
      return reads === 1 ? gone : rig.db.database.inTenant(scope, work);
    },
  });
  const late = merchants.of(rig.scope, 1);
  const now = merchants.of(rig.scope, 2);
  fail(new Error("gone"));
  await assert.rejects(late, /gone/);
  assert.equal(await merchants.of(rig.scope, 2), await now);
  assert.equal(reads, 2);
});

test("there is no merchant for a tenant that doesn't exist", async () => {
  const merchants = merchantsOf({ reads: 0 });
  assert.equal(await merchants.of({ ...rig.scope, tenantId: 1_000_000_001 }, 1), undefined);
});

test("after a database was restored, its lower count of changes also has merchants read again", async () => {
  const held = { reads: 0 };
  const merchants = merchantsOf(held);
  await merchants.of(rig.scope, 5);
  await merchants.of(rig.scope, 4);
  assert.equal(held.reads, 2);
});

test("at most 10,000 merchants are kept in memory", () => {
  let reads = 0;
  const merchants = new KnownMerchants({
    inTenant: () => {
      reads += 1;
      return new Promise<never>(() => {});
    },
  });
  const open = (tenantId: number) => void merchants.of({ ...rig.scope, tenantId }, 1);
  for (let tenantId = 1; tenantId <= 9_999; tenantId += 1) open(tenantId);
  open(1);
  assert.equal(reads, 9_999);
  open(10_000);
  open(10_001);
  open(1);
  assert.equal(reads, 10_002);
});
