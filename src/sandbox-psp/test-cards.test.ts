import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { cardBrand } from "../kernel/card-brand.ts";
import { findTestCard, testCards, testOutcomes } from "./test-cards.ts";
import { withTestCards } from "./test-cards-document.ts";

test("every test card has a valid check digit and the digits of its brand", () => {
  for (const { number, brand } of testCards) {
    assert.equal(luhnSum(number) % 10, 0, number);
    assert.equal(cardBrand(number), brand);
    assert.equal(number.length, brand === "amex" ? 15 : 16);
  }
});

test("every outcome has a card, and every number stands once", () => {
  assert.deepEqual(new Set(testCards.map(({ outcome }) => outcome)), new Set(testOutcomes));
  assert.equal(new Set(testCards.map(({ number }) => number)).size, testCards.length);
});

test("a card is found however its digits are grouped, and no other is", () => {
  assert.equal(findTestCard("3782 822463 10005")?.brand, "amex");
  assert.equal(findTestCard("4242 4242 4242 4241"), undefined);
});

test("docs/sandbox.md lists the cards as they are", async () => {
  const document = await readFile(new URL("../../docs/sandbox.md", import.meta.url), "utf8");
  assert.equal(document, withTestCards(document));
});

function luhnSum(number: string): number {
  const digits = [...number].reverse().map(Number);
  return digits.reduce((sum, digit, position) => {
    const doubled = position % 2 === 1 ? digit * 2 : digit;
    return sum + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
}
