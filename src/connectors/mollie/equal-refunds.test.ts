import assert from "node:assert/strict";
import { test } from "node:test";
import { call, chargeAfter, refundOf, startMollieRig } from "./test-support.ts";

const hour = 3_600;

test("an equal refund within the hour isn't sent at all, and says from when Mollie takes it", async () => {
  const rig = await startMollieRig();
  try {
    const charge = await chargeAfter(rig);
    await rig.connector.refund(refundOf(charge, 500), call);
    const sent = () => rig.fake.requests.filter(({ method }) => method === "POST").length;
    const before = sent();
    const held = await rig.connector.refund(refundOf(charge, 500), call);
    assert.ok(held.kind === "unknown" && held.delayedUntil);
    const minutes = (held.delayedUntil.getTime() - Date.now()) / 60_000;
    assert.ok(minutes > 60 && minutes < 62, `in ${minutes} minutes`);
    assert.equal(sent(), before);
  } finally {
    await rig.close();
  }
});

test("a refund that Mollie refused as a duplicate is sent under another idempotency key when the hour is over", async () => {
  // Kassa believes that the hour is over, and Mollie doesn't yet.
  const rig = await startMollieRig({}, 2 * hour * 1_000);
  try {
    const charge = await chargeAfter(rig);
    await rig.connector.refund(refundOf(charge, 500), call);
    const second = refundOf(charge, 500);
    assert.equal((await rig.connector.refund(second, call)).kind, "unknown");
    assert.equal(rig.fake.movedAmounts().get(charge.idempotencyKey)?.amounts.refunded, 500);
    rig.fake.clock.advance(hour + 60);
    // Mollie repeats its refusal for the first key.
    assert.equal((await rig.connector.refund(second, call)).kind, "pending");
    await rig.connector.refund(second, call);
    assert.equal(rig.fake.movedAmounts().get(charge.idempotencyKey)?.amounts.refunded, 1_000);
  } finally {
    await rig.close();
  }
});

test("the other 409, for a key that is in use, isn't taken for a duplicate", async () => {
  const rig = await startMollieRig();
  try {
    const charge = await chargeAfter(rig);
    const refund = refundOf(charge, 500);
    rig.fake.faults.add({ kind: "delay_answer", match: "/refunds", delayMs: 300 });
    // Both read the payment before either refunds.
    rig.fake.faults.add({ kind: "delay_answer", match: "GET /v2/payments", times: 2, delayMs: 200 });
    const [one, other] = await Promise.all([
      rig.connector.refund(refund, call),
      rig.connector.refund(refund, call),
    ]);
    assert.deepEqual([one.kind, other.kind].toSorted(), ["pending", "unknown"]);
    const keys = rig.fake.requests
      .filter(({ path }) => path.endsWith("/refunds"))
      .map((sent) => sent.idempotencyKey);
    assert.equal(new Set(keys).size, 1);
    assert.equal(rig.fake.movedAmounts().get(charge.idempotencyKey)?.amounts.refunded, 500);
  } finally {
    await rig.close();
  }
});
