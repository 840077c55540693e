import assert from "node:assert/strict";
import { test } from "node:test";
import { lateSummary, makeLateCharge, reportCharge } from "../../../test/support/late-funds.ts";
import { usePaymentTestbed } from "../../../test/support/payments.ts";
import { applyMovement } from "./apply-movement.ts";

const rig = usePaymentTestbed();

test("a return of late funds that a dispute blocks isn't repeated before the dispute is over", async () => {
  const { session, attempt } = await makeLateCharge(rig, { amount: 100 });
  rig.injectFault("POST", "timeout_before_charge");
  await reportCharge(rig, attempt);
  rig.clearFaults();
  const returnsOf = () =>
    rig.db.sql<{ id: string; status: string }>("SELECT id, status FROM movements WHERE attempt_id = $1", [
      attempt,
    ]);
  const [begun] = await returnsOf();
  assert.equal(begun?.status, "unknown");
  const refused = { kind: "refused", reason: "charge_disputed" } as const;
  assert.equal((await applyMovement(rig.deps, rig.scope, begun.id, refused)).applied, "moved");
  assert.deepEqual(await returnsOf(), [{ id: begun.id, status: "failed" }]);
  assert.equal(await lateSummary(rig, session), "100 late, 0 returned, 100 at the PSP");
});
