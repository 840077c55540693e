import assert from "node:assert/strict";
import { test } from "node:test";
import { present } from "../kernel/assert.ts";
import { decideAtLast, decideCharge } from "./decide-charge.ts";
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
  return instrument.value.entryFault(new Date(at));
}

test("a card is good to the last day of its month, wherever that day ends", () => {
  assert.equal(faultOf("4242424242424242", {}, "2026-11-30T23:59:59Z"), undefined);
  assert.equal(faultOf("4242424242424242", {}, "2026-12-01T11:00:00Z"), undefined);
  assert.equal(faultOf("4242424242424242", {}, "2026-12-02T00:00:00Z"), "expired_card");
});

test("a security code has the length of its brand's", () => {
  assert.equal(faultOf("378282246310005", {}, "2026-11-01T00:00:00Z"), "incorrect_cvc");
  assert.equal(faultOf("378282246310005", { cvc: "1234" }, "2026-11-01T00:00:00Z"), undefined);
});

test("automatic capture takes everything; manual nothing yet, and lapses after seven days", () => {
  const asked = { amount: 1000, outcome: "approve" } as const;
  const automatic = decideCharge({ ...asked, capture: "automatic" }, undefined, delays, now);
  assert.deepEqual([automatic.amountCaptured, automatic.captureBefore], [1000, null]);
  const manual = decideCharge({ ...asked, capture: "manual" }, undefined, delays, now);
  assert.deepEqual([manual.amountCaptured, manual.captureBefore], [0, new Date("2026-11-08T00:00:00Z")]);
});

test("what waits is decided as its outcome says; what is disputed says when", () => {
  const endOf = (outcome: TestOutcome) => {
    const asked = { amount: 1000, capture: "automatic", outcome } as const;
    const first = decideCharge(asked, undefined, delays, now);
    assert.ok(first.dueAt, outcome);
    const last = decideAtLast(asked, delays, first.dueAt);
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

test("a number that the sandbox doesn't publish is no instrument", () => {
  const failureOf = (found: ReturnType<typeof findInstrument>) => (found.ok ? undefined : found.failure);
  assert.equal(failureOf(findInstrument({ ...entry, number: "4111111111111111" })), "unknown_test_card");
  const debit = { type: "bank_debit", accountHolder: "Ada" } as const;
  assert.equal(failureOf(findInstrument({ ...debit, iban: "DE02120300000000202051" })), "unknown_test_iban");
  assert.equal(failureOf(findInstrument({ ...debit, iban: "de89 3704 0044 0532 0130 00" })), undefined);
});

test("every outcome that decides later, or once the customer was asked, is no fault of the entry", () => {
  for (const { outcome } of [...testCards, ...testIbans])
    assert.ok(["approve", "decline", "challenge", "later"].includes(behaviourOf(outcome).answer.kind));
});
