import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Actions, assertSucceeded, type Movement, nothingMoved } from "./rig.ts";

const held = { ...nothingMoved, authorized: 2599 };
const paid = { ...held, captured: 2599 };

export function describeMovements(actions: () => Actions): void {
  describe("captures", () => {
    const capture = async (amount: number, final = true): Promise<Movement> => ({
      ...{ kind: "capture", amount, final, key: actions().newKey("cap") },
      charge: await actions().authorized(),
    });

    test("a capture of everything is made once, however often it is repeated, and is found by its key", async () => {
      const movement = await capture(2599);
      assert.equal((await actions().findMovement(movement)).kind, "not_found");
      assertSucceeded(await actions().moveAndSettle(movement));
      await actions().move(movement);
      await actions().rig.fake.settle();
      assert.deepEqual(await actions().moved(movement.charge), paid);
      const { charge, outcome } = await actions().found(movement.charge);
      assert.ok(outcome.kind === "approved" && !outcome.captured);
      assert.deepEqual([charge.amountCaptured, charge.released], [2599, false]);
    });

    test("a last capture of a part releases the rest", async () => {
      const movement = await capture(1_000);
      assertSucceeded(await actions().moveAndSettle(movement));
      const { charge } = await actions().found(movement.charge);
      assert.deepEqual([charge.amountCaptured, charge.released], [1_000, true]);
      assert.deepEqual(await actions().moved(movement.charge), { ...held, captured: 1_000, released: 1_599 });
    });

    test("a capture of a part that isn't the last keeps the rest, or is refused and moves nothing", async () => {
      const movement = await capture(1_000, false);
      const outcome = await actions().move(movement);
      await actions().rig.fake.settle();
      const captured = outcome.kind === "refused" ? 0 : 1_000;
      assert.deepEqual(await actions().moved(movement.charge), { ...held, captured });
      if (outcome.kind === "refused") return;
      const { charge } = movement;
      const last = { kind: "capture", amount: 1_599, key: actions().newKey("cap"), charge } as const;
      assertSucceeded(await actions().moveAndSettle(last));
      assert.deepEqual(await actions().moved(charge), paid);
    });

    test("a capture of more than is authorized is refused", async () => {
      const movement = await capture(2_600);
      assert.equal((await actions().move(movement)).kind, "refused");
      assert.deepEqual(await actions().moved(movement.charge), held);
    });

    test("another amount under a key is no capture that was requested", async () => {
      const movement = await capture(1_000);
      assertSucceeded(await actions().moveAndSettle(movement));
      assert.deepEqual(await actions().findMovement({ ...movement, amount: 999 }), { kind: "key_reused" });
    });
  });

  describe("voids", () => {
    test("a void releases an authorization once", async () => {
      const charge = await actions().authorized();
      const movement = { kind: "void", charge, key: actions().newKey("vd") } as const;
      const found = await actions().moveAndSettle(movement);
      assertSucceeded(found);
      await actions().move(movement);
      await actions().rig.fake.settle();
      assert.deepEqual(await actions().moved(charge), { ...held, released: 2599 });
      const { outcome } = await actions().found(charge);
      assert.deepEqual(outcome, { kind: "declined", pspReference: charge.pspReference, reason: "abandoned" });
    });

    test("a void of captured money is refused", async () => {
      const charge = await actions().paid();
      const outcome = await actions().move({ kind: "void", charge, key: actions().newKey("vd") });
      assert.deepEqual(outcome, { kind: "refused", reason: "already_captured" });
      assert.deepEqual(await actions().moved(charge), paid);
    });

    test("a void of an open page either ends it or waits; only an ended page can't be paid", async () => {
      const { page, charge } = await actions().open();
      const request = { charge, idempotencyKey: `${charge.idempotencyKey}-void` };
      const outcome = await actions().rig.connector.void(request, { timeoutMs: 5_000 });
      assert.ok(outcome.kind === "succeeded" || outcome.kind === "pending", JSON.stringify(outcome));
      if (outcome.kind === "pending") return;
      await actions()
        .rig.fake.pay(page)
        .catch(() => undefined);
      assert.deepEqual(await actions().moved(charge), nothingMoved);
    });
  });

  describe("refunds", () => {
    const refund = async (amount = actions().newAmount()): Promise<Movement> => ({
      ...{ kind: "refund", amount, key: actions().newKey("re") },
      charge: await actions().paid(),
    });

    test("a refund of a part is made once, however often it is repeated, and is found by its key", async () => {
      const movement = await refund();
      assert.equal((await actions().findMovement(movement)).kind, "not_found");
      assertSucceeded(await actions().moveAndSettle(movement));
      await actions().move(movement);
      await actions().rig.fake.settle();
      assert.deepEqual(await actions().moved(movement.charge), { ...paid, refunded: movement.amount });
      const { charge } = await actions().found(movement.charge);
      assert.equal(charge.amountRefunded, movement.amount);
    });

    test("two refunds are two", async () => {
      const first = await refund();
      const second: Movement = { ...first, amount: actions().newAmount(), key: actions().newKey("re") };
      for (const movement of [first, second]) assertSucceeded(await actions().moveAndSettle(movement));
      const refunded = (first.amount ?? 0) + (second.amount ?? 0);
      assert.deepEqual(await actions().moved(first.charge), { ...paid, refunded });
    });

    test("a refund of more than was paid is refused", async () => {
      const movement = await refund(2_600);
      const outcome = await actions().move(movement);
      assert.equal(outcome.kind, "refused", JSON.stringify(outcome));
      assert.deepEqual(await actions().moved(movement.charge), paid);
    });

    test("another amount under a key is no refund that was requested", async () => {
      const movement = await refund();
      await actions().moveAndSettle(movement);
      assert.deepEqual(await actions().findMovement({ ...movement, amount: 7 }), { kind: "key_reused" });
    });
  });
}
