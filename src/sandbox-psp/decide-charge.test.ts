import assert from "node:assert/strict";
import { test } from "node:test";
import { present } from "../kernel/assert.ts";
import { decideCharge } from "./decide-charge.ts";
import { findTestCard } from "./test-cards.ts";

const entry = { expiryMonth: 11, expiryYear: 2026, cvc: "123" };
const asked = { amount: 1000, capture: "automatic" } as const;

function reasonOf(number: string, changes: Partial<typeof entry>, now: string): string | null {
  const card = present(findTestCard(number), number);
  return decideCharge(card, { ...entry, ...changes }, asked, Date.parse(now)).declineReason;
}

test("a card is good to the last day of its month, wherever that day ends", () => {
  assert.equal(reasonOf("4242424242424242", {}, "2026-11-30T23:59:59Z"), null);
  assert.equal(reasonOf("4242424242424242", {}, "2026-12-01T11:00:00Z"), null);
  assert.equal(reasonOf("4242424242424242", {}, "2026-12-02T00:00:00Z"), "expired_card");
});

test("a security code has the length of its brand's", () => {
  assert.equal(reasonOf("378282246310005", {}, "2026-11-01T00:00:00Z"), "incorrect_cvc");
  assert.equal(reasonOf("378282246310005", { cvc: "1234" }, "2026-11-01T00:00:00Z"), null);
});

test("automatic capture takes everything, manual nothing yet", () => {
  const card = present(findTestCard("4242 4242 4242 4242"), "card");
  const nowMs = Date.parse("2026-11-01T00:00:00Z");
  assert.equal(decideCharge(card, entry, asked, nowMs).amountCaptured, 1000);
  assert.equal(decideCharge(card, entry, { ...asked, capture: "manual" }, nowMs).amountCaptured, 0);
});
