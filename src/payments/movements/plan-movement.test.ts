import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isHeldByDisputes, refundable } from "./plan-movement.ts";

const payment = (captured: number, refunded = 0, pending = 0, disputed = 0) => ({
  amountCaptured: captured,
  amountRefunded: refunded,
  amountRefundPending: pending,
  amountDisputed: disputed,
});

test("the amount that banks hold back can't be refunded, the rest can", () => {
  assert.equal(refundable(payment(100)), 100);
  assert.equal(refundable(payment(100, 30, 20)), 50);
  assert.equal(refundable(payment(100, 0, 0, 100)), 0);
  assert.equal(refundable(payment(100, 0, 0, 40)), 60);
});

test("the refundable amount is zero, not negative, after a chargeback of a partly refunded payment", () => {
  assert.equal(refundable(payment(100, 60, 0, 100)), 0);
});

test("a refund is refused because of a dispute only if it would be possible without the dispute", () => {
  assert.equal(isHeldByDisputes(payment(100, 0, 0, 100), 50), true);
  assert.equal(isHeldByDisputes(payment(100, 0, 0, 100), 101), false);
  assert.equal(isHeldByDisputes(payment(100, 60, 0, 40), 40), true);
  assert.equal(isHeldByDisputes(payment(100, 60), 50), false);
  assert.equal(isHeldByDisputes(payment(100, 0, 0, 40), 60), false);
});

test("refunds and chargebacks together never return more than was captured, unless the bank took what was refunded", () => {
  const amount = fc.nat(1_000);
  fc.assert(
    fc.property(amount, amount, amount, amount, (captured, refunded, pending, disputed) => {
      const left = refundable(payment(captured, refunded, pending, disputed));
      assert.ok(left >= 0);
      if (left > 0) assert.equal(refunded + pending + disputed + left, captured);
    }),
  );
});
