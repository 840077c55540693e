import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decideAmount, type ExpectedTransfer, type TransferRules } from "./decide-amount.ts";

const usual: TransferRules = {
  toleranceMinor: 5,
  tooLittle: "wait",
  tooMuch: "keep_as_liability",
  late: "flag",
  wrongCurrency: "flag",
};
const open: ExpectedTransfer = { amountMinor: 1_000, currency: "EUR", receivedMinor: 0, isExpired: false };

const decide = (
  amountMinor: number,
  rules: Partial<TransferRules> = {},
  expected: Partial<ExpectedTransfer> = {},
) => decideAmount({ amountMinor, currency: "EUR" }, { ...open, ...expected }, { ...usual, ...rules });

const paid = { action: "pay", refundMinor: 0, liabilityMinor: 0 };

test("a difference up to the tolerance counts as the expected amount, either way", () => {
  for (const amount of [995, 1_000, 1_005]) assert.deepEqual(decide(amount), paid);
  assert.deepEqual(decide(994), { action: "wait", missingMinor: 6 });
  assert.deepEqual(decide(1_006), { ...paid, liabilityMinor: 6 });
});

test("too little waits, is accepted or is refunded; earlier parts count", () => {
  assert.deepEqual(decide(400, { tooLittle: "accept" }), paid);
  assert.deepEqual(decide(400, { tooLittle: "refund" }), { action: "refund", reason: "too_little" });
  assert.deepEqual(decide(400, {}, { receivedMinor: 500 }), { action: "wait", missingMinor: 100 });
  assert.deepEqual(decide(500, {}, { receivedMinor: 500 }), paid);
});

test("too much is kept as a liability or refunded, and so is a second payment", () => {
  assert.deepEqual(decide(1_300), { ...paid, liabilityMinor: 300 });
  assert.deepEqual(decide(1_300, { tooMuch: "refund" }), { ...paid, refundMinor: 300 });
  const full = { receivedMinor: 1_000 };
  assert.deepEqual(decide(1_000, {}, full), { ...paid, liabilityMinor: 1_000 });
  assert.deepEqual(decide(1_000, { tooMuch: "refund" }, full), { action: "refund", reason: "already_paid" });
});

test("late money is flagged, accepted or refunded", () => {
  const expired = { isExpired: true };
  assert.deepEqual(decide(1_000, {}, expired), { action: "flag", reason: "late" });
  assert.deepEqual(decide(1_000, { late: "refund" }, expired), { action: "refund", reason: "late" });
  assert.deepEqual(decide(1_000, { late: "accept" }, expired), paid);
});

test("another currency is never counted as payment", () => {
  const other = { currency: "CHF" };
  assert.deepEqual(decide(1_000, {}, other), { action: "flag", reason: "wrong_currency" });
  assert.deepEqual(
    decide(1_000, { wrongCurrency: "refund", late: "accept" }, { ...other, isExpired: true }),
    {
      action: "refund",
      reason: "wrong_currency",
    },
  );
});

test("no rules refund or owe more than has arrived", () => {
  const amounts = fc.integer({ min: 1, max: 1_000_000 });
  const rules = fc.record({
    toleranceMinor: fc.integer({ min: 0, max: 1_000 }),
    tooLittle: fc.constantFrom("wait", "accept", "refund"),
    tooMuch: fc.constantFrom("keep_as_liability", "refund"),
    late: fc.constantFrom("flag", "accept", "refund"),
    wrongCurrency: fc.constantFrom("flag", "refund"),
  });
  fc.assert(
    fc.property(
      amounts,
      amounts,
      fc.nat(1_000_000),
      fc.boolean(),
      rules,
      (amount, due, received, isExpired, given) => {
        const decision = decide(amount, given as TransferRules, {
          amountMinor: due,
          receivedMinor: received,
          isExpired,
        });
        if (decision.action === "pay") {
          assert.ok(decision.refundMinor + decision.liabilityMinor <= amount);
          assert.ok(decision.refundMinor >= 0 && decision.liabilityMinor >= 0);
        }
        if (decision.action === "wait") assert.ok(decision.missingMinor > 0);
      },
    ),
  );
});
