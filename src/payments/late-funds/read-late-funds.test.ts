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

test("what a dispute held up is returned when that is over", () => {
  assert.equal(left(100, [refused], [open()]), 0);
  assert.equal(left(100, [refused], [over()]), 100);
});

test("nothing is returned of what was kept, lost or returned: the surplus has it no more", () => {
  assert.equal(left(0, [], [over()]), 0);
  assert.equal(left(0, [refused], [over()]), 0);
  assert.equal(left(0, [{ ...refused, status: "succeeded", failureReason: null }], [over()]), 0);
});

test("nothing is returned beside a return that may still arrive", () => {
  for (const status of ["started", "unknown", "pending"] as const)
    assert.equal(left(100, [{ status, amount: 100, failureReason: null }], [over()]), 0, status);
});

test("a return that failed for another reason is a person's to make, and they may have made it", () => {
  assert.equal(left(100, [{ ...refused, failureReason: "account_closed" }], [over()]), 0);
  assert.equal(left(100, [refused, { ...refused, failureReason: "account_closed" }], [over(), over()]), 0);
});

test("each refusal waits for the end of a dispute: a PSP that goes on to refuse isn't asked for ever", () => {
  assert.equal(left(100, [refused], []), 0);
  assert.equal(left(100, [refused, refused], [over()]), 0);
  assert.equal(left(100, [refused, refused], [over(), over()]), 100);
});

test("what another dispute still holds waits for the end of that", () => {
  assert.equal(left(100, [refused], [over(60), open(40)]), 60);
  const first: Return = { status: "succeeded", amount: 60, failureReason: null };
  assert.equal(left(40, [refused, first], [over(60), over(40)]), 40);
});
