import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type PaymentTestbed, startPaymentTestbed } from "../../test/support/payments.ts";
import { getKeyEpoch } from "../tenants/find-tenant.ts";
import { KnownMerchants } from "./known-merchants.ts";

let rig: PaymentTestbed;
before(async () => {
  rig = await startPaymentTestbed();
});
after(() => rig.close());

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
  const now = await slow.of(rig.scope, await epoch());
  release();
  await before;
  assert.equal(now?.settings.displayName, "West");
  assert.equal((await slow.of(rig.scope, await epoch()))?.settings.displayName, "West");
});

test("a tenant that doesn't exist, and a database that fails, aren't kept as such", async () => {
  let fails = true;
  const merchants = new KnownMerchants({
    inTenant: (scope, work) =>
      fails ? Promise.reject(new Error("gone")) : rig.db.database.inTenant(scope, work),
  });
  await assert.rejects(merchants.of(rig.scope, 1), /gone/);
  fails = false;
  assert.ok(await merchants.of(rig.scope, 1));
  assert.equal(await merchants.of({ ...rig.scope, tenantId: 1_000_000_001 }, 1), undefined);
});
