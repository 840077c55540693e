import assert from "node:assert/strict";
import { test } from "node:test";
import { amountToReturn, type LateFunds } from "./read-late-funds.ts";

type Return = LateFunds["returns"][number];
type Dispute = LateFunds["disputes"][number];

const refused: Return = { status: "failed", amount: 100, failureReason: "charge_disputed" };
const open = (amount = 100): Dispute => ({ amount, isOver: false });
const over = (amount = 100): Dispute => ({ amount, isOver: true });

const left = (surplus: number, returns: readonly Return[], disputes: readonly Dispute[]): number =>
  amountToReturn({ surplus, returns, disputes });

test("late funds that a dispute blocked are returned when the dispute is over", () => {
  assert.equal(left(100, [refused], [open()]), 0);
  assert.equal(left(100, [refused], [over()]), 100);
});

test("funds that were kept, lost or returned have left the surplus and aren't returned again", () => {
  assert.equal(left(0, [], [over()]), 0);
  assert.equal(left(0, [refused], [over()]), 0);
  assert.equal(left(0, [{ ...refused, status: "succeeded", failureReason: null }], [over()]), 0);
});

test("nothing is returned while another return may still succeed", () => {
  for (const status of ["started", "unknown", "pending"] as const)
    assert.equal(left(100, [{ status, amount: 100, failureReason: null }], [over()]), 0, status);
});

test("nothing is returned after a return that failed for another reason: a person may have sent the money back", () => {
  assert.equal(left(100, [{ ...refused, failureReason: "account_closed" }], [over()]), 0);
  assert.equal(left(100, [refused, { ...refused, failureReason: "account_closed" }], [over(), over()]), 0);
});

test("each refusal needs the end of a dispute, so a PSP that keeps refusing isn't asked without end", () => {
  assert.equal(left(100, [refused], []), 0);
  assert.equal(left(100, [refused, refused], [over()]), 0);
  assert.equal(left(100, [refused, refused], [over(), over()]), 100);
});

test("funds that another dispute still holds wait for its end", () => {
  assert.equal(left(100, [refused], [over(60), open(40)]), 60);
  const first: Return = { status: "succeeded", amount: 60, failureReason: null };
  assert.equal(left(40, [refused, first], [over(60), over(40)]), 40);
});
