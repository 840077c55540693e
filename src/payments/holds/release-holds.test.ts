import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { sandboxRoute, usePaymentTestbed } from "../../../test/support/payments.ts";
import { holdAccounts } from "../queries/holds.ts";
import { releaseHolds } from "./release-holds.ts";

const rig = usePaymentTestbed();
beforeEach(() => rig.db.sql("DELETE FROM movement_holds"));

const hold = (account: string) =>
  rig.db.database.inControl((trx) => holdAccounts(trx, [{ ...rig.scope, id: account }]));
const release = () => releaseHolds(rig.deps, () => true);
const holds = () => rig.db.sql("SELECT checks, next_check_at > now() AS later FROM movement_holds");

const accountOf = async () => (await sandboxRoute(rig.deps.connectors, rig.scope)).account.id;

test("a held account is compared and released as soon as its PSP answers", async () => {
  await hold(await accountOf());
  rig.injectFault("GET", "status_500_before_charge");
  await release();
  assert.deepEqual(await holds(), [{ checks: 1, later: true }]);
  rig.clearFaults();
  await rig.db.sql("UPDATE movement_holds SET next_check_at = now()");
  await release();
  assert.deepEqual(await holds(), []);
});

test("an account that the tenant no longer has is released, because its PSP can't be asked", async () => {
  await hold("given_up");
  await release();
  assert.deepEqual(await holds(), []);
});
