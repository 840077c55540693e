import assert from "node:assert/strict";
import { test } from "node:test";
import type { LineToMatch } from "./line.ts";
import { type Candidate, matchLine } from "./match-line.ts";

const line = (changes: Partial<LineToMatch> = {}): LineToMatch => ({
  type: "charge",
  about: "pi_1",
  currency: "EUR",
  gross: 1_000,
  exchangedCurrency: null,
  exchangedAmount: null,
  ...changes,
});

const candidate = (changes: Partial<Candidate> = {}): Candidate => ({
  sourceId: "att_1",
  version: 0,
  paymentId: "pay_1",
  currency: "EUR",
  amount: 1_000,
  isSettled: false,
  ...changes,
});

const match = (changes: Partial<LineToMatch>, ...candidates: Candidate[]): string => {
  const { status, exceptionReason, sourceId, paymentId } = matchLine(line(changes), candidates);
  return [status, exceptionReason ?? sourceId, paymentId].join(" ");
};

test("a line settles what has its amount, and nothing twice", () => {
  assert.equal(match({}, candidate()), "matched att_1 pay_1");
  const [first, second] = [
    candidate({ sourceId: "cap_1", isSettled: true }),
    candidate({ sourceId: "cap_2" }),
  ];
  assert.equal(match({}, first, second), "matched cap_2 pay_1");
  assert.equal(match({}, first), "exception settled_before pay_1");
});

test("what takes money from the merchant has a negative amount", () => {
  assert.equal(match({ type: "refund", gross: -1_000 }, candidate()), "matched att_1 pay_1");
  assert.equal(match({ type: "refund" }, candidate()), "exception amount_differs pay_1");
  assert.equal(match({ type: "refund_failure" }, candidate()), "matched att_1 pay_1");
  assert.equal(match({ type: "charge_failure", gross: -1_000 }, candidate()), "matched att_1 pay_1");
  assert.equal(match({ type: "dispute", gross: -1_000 }, candidate()), "matched att_1 pay_1");
});

test("says why a line doesn't match", () => {
  assert.equal(match({}), "exception unknown_reference ");
  assert.equal(match({}, candidate({ amount: 999 })), "exception amount_differs pay_1");
  assert.equal(match({}, candidate({ currency: "USD" })), "exception currency_differs pay_1");
  assert.equal(match({ type: "adjustment" }), "exception unexplained ");
  assert.equal(match({ type: "payout" }), "booked  ");
});

test("an exchanged amount is compared in the customer's currency", () => {
  const exchanged = { exchangedCurrency: "USD", exchangedAmount: 1_100 };
  assert.equal(match(exchanged, candidate({ currency: "USD", amount: 1_100 })), "matched att_1 pay_1");
  assert.equal(match(exchanged, candidate()), "exception currency_differs pay_1");
});
