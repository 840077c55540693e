import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { declineReasons } from "../connectors/reasons.ts";
import { cardBrand } from "../kernel/card-brand.ts";
import type { DeclineReason } from "./errors.ts";
import { findTestCard, testCards } from "./test-cards.ts";
import { withTestCards } from "./test-cards-document.ts";
import { findTestIban, testIbans } from "./test-ibans.ts";
import { type Behaviour, behaviours } from "./test-outcomes.ts";

/** Published with a wrong check digit on purpose. */
const wrongByDesign = "4242424242424241";

test("every test card has a valid check digit and the digits of its brand", () => {
  for (const { number, brand } of testCards) {
    assert.equal(luhnSum(number) % 10 === 0, number !== wrongByDesign, number);
    assert.equal(cardBrand(number), brand);
    assert.match(number, /^\d{14,19}$/);
  }
});

test("every test IBAN is valid, and found with spaces or in lower case", () => {
  for (const { iban } of testIbans) assert.equal(ibanRemainder(iban), 1n, iban);
  assert.equal(findTestIban("de89 3704 0044 0532 0130 00")?.outcome, "debit_succeeds");
  assert.equal(findTestIban("DE89370400440532013001"), undefined);
});

test("every outcome has a card, an IBAN or a method, and card numbers are unique", () => {
  const used = [...testCards, ...testIbans].map(({ outcome }) => outcome);
  assert.deepEqual(
    new Set([...used, "wallet", "bank_transfer", "hosted_page"]),
    new Set(Object.keys(behaviours)),
  );
  assert.equal(new Set(testCards.map(({ number }) => number)).size, testCards.length);
});

test("each decline reason of the connector contract has a test card, except `abandoned`", () => {
  const reasons = new Set(Object.values(behaviours).flatMap(reasonsOf));
  // A customer abandons a payment; no card does.
  const expected = declineReasons.filter((reason) => reason !== "abandoned");
  assert.deepEqual([...reasons].sort(), [...expected].sort());
});

test("finds a test card with spaces anywhere in its number, and refuses others", () => {
  assert.equal(findTestCard("3782 822463 10005")?.brand, "amex");
  assert.equal(findTestCard("4242 4242 4242 4243"), undefined);
});

test("docs/reference/sandbox.md lists the current test cards", async () => {
  const document = await readFile(new URL("../../docs/reference/sandbox.md", import.meta.url), "utf8");
  assert.equal(document, withTestCards(document));
});

function reasonsOf({ answer, postalCodeDecline }: Behaviour): DeclineReason[] {
  if (postalCodeDecline !== undefined) return [postalCodeDecline];
  if (answer.kind === "decline") return [answer.reason];
  return "end" in answer && answer.end !== null ? [answer.end] : [];
}

/** The ISO 7064 remainder; 1 for a valid IBAN. */
function ibanRemainder(iban: string): bigint {
  const moved = iban.slice(4) + iban.slice(0, 4);
  return BigInt(moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))) % 97n;
}

function luhnSum(number: string): number {
  const digits = [...number].reverse().map(Number);
  return digits.reduce((sum, digit, position) => {
    const doubled = position % 2 === 1 ? digit * 2 : digit;
    return sum + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
}
