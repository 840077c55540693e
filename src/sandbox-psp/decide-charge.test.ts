import assert from "node:assert/strict";
import { test } from "node:test";
import { present } from "../kernel/assert.ts";
import { decideAfterWait, decideCharge } from "./decide-charge.ts";
import { delaysOf } from "./deps.ts";
import type { DeclineReason } from "./errors.ts";
import { findInstrument } from "./instrument.ts";
import { testCards } from "./test-cards.ts";
import { testIbans } from "./test-ibans.ts";
import { behaviourOf, type TestOutcome } from "./test-outcomes.ts";

const entry = { type: "card", expiryMonth: 11, expiryYear: 2026, cvc: "123" } as const;
const now = new Date("2026-11-01T00:00:00Z");
const delays = delaysOf({ pendingMs: 1_000 });

function faultOf(number: string, changes: { cvc?: string }, at: string): DeclineReason | undefined {
  const instrument = findInstrument({ ...entry, number, ...changes });
  assert.ok(instrument.ok);
  return instrument.value.entryDecline(new Date(at));
}

test("a card is valid to the end of its expiry month in every time zone", () => {
  assert.equal(faultOf("4242424242424242", {}, "2026-11-30T23:59:59Z"), undefined);
  assert.equal(faultOf("4242424242424242", {}, "2026-12-01T11:00:00Z"), undefined);
  assert.equal(faultOf("4242424242424242", {}, "2026-12-02T00:00:00Z"), "expired_card");
});

test("refuses a security code of another length than the card brand's", () => {
  assert.equal(faultOf("378282246310005", {}, "2026-11-01T00:00:00Z"), "incorrect_cvc");
  assert.equal(faultOf("378282246310005", { cvc: "1234" }, "2026-11-01T00:00:00Z"), undefined);
});

test("automatic capture takes the whole amount; a manual authorization lapses after seven days", () => {
  const request = { amount: 1000, outcome: "approve" } as const;
  const automatic = decideCharge({ ...request, capture: "automatic" }, undefined, delays, now);
  assert.deepEqual([automatic.amountCaptured, automatic.captureBefore], [1000, null]);
  const manual = decideCharge({ ...request, capture: "manual" }, undefined, delays, now);
  assert.deepEqual([manual.amountCaptured, manual.captureBefore], [0, new Date("2026-11-08T00:00:00Z")]);
});

test("a waiting charge ends as its outcome says; a charge to be disputed has a dispute time", () => {
  const endOf = (outcome: TestOutcome) => {
    const request = { amount: 1000, capture: "automatic", outcome } as const;
    const first = decideCharge(request, undefined, delays, now);
    assert.ok(first.dueAt, outcome);
    const last = decideAfterWait(request, delays, first.dueAt);
    return last.declineReason ?? last.status;
  };
  assert.equal(endOf("approve_later"), "approved");
  assert.equal(endOf("decline_later"), "generic_decline");
  assert.equal(endOf("challenge"), "approved");
  assert.equal(endOf("challenge_fails"), "authentication_failed");
  assert.equal(endOf("debit_account_closed"), "account_closed");
  const disputed = { amount: 1000, capture: "automatic", outcome: "dispute_fraudulent" } as const;
  const { disputeAt } = decideCharge(disputed, undefined, delays, now);
  assert.deepEqual(present(disputeAt, "disputeAt"), new Date("2026-11-01T00:00:01Z"));
});

test("refuses card numbers and IBANs that the sandbox doesn't publish", () => {
  const failureOf = (found: ReturnType<typeof findInstrument>) => (found.ok ? undefined : found.failure);
  assert.equal(failureOf(findInstrument({ ...entry, number: "4111111111111111" })), "unknown_test_card");
  const debit = { type: "bank_debit", accountHolder: "Ada" } as const;
  assert.equal(failureOf(findInstrument({ ...debit, iban: "DE02120300000000202051" })), "unknown_test_iban");
  assert.equal(failureOf(findInstrument({ ...debit, iban: "de89 3704 0044 0532 0130 00" })), undefined);
});

test("every test card and test IBAN has a known kind of answer", () => {
  for (const { outcome } of [...testCards, ...testIbans])
    assert.ok(["approve", "decline", "challenge", "later"].includes(behaviourOf(outcome).answer.kind));
});
