import assert from "node:assert/strict";
import { test } from "node:test";
import { declineReasons } from "../reasons.ts";
import { declineReason, declines } from "./declines.ts";

/** The codes on Adyen's page "Refusal reasons" (docs.adyen.com/development-resources/refusal-reasons), and 50, which is newer. */
const published = [
  ...[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29],
  ...[31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 50],
];

test("each published refusal reason has one of Kassa", () => {
  assert.deepEqual(Object.keys(declines).map(Number), published);
  for (const { text, reason } of Object.values(declines)) {
    assert.ok(declineReasons.includes(reason), text);
    assert.equal(declineReason(text), reason, text);
  }
});

test("no two reasons have the same text", () => {
  const texts = Object.values(declines).map(({ text }) => text.toLowerCase());
  assert.equal(new Set(texts).size, texts.length);
});

test("case and punctuation don't matter; other texts, and none, are generic", () => {
  assert.equal(declineReason("EXPIRED CARD"), "expired_card");
  assert.equal(declineReason("Fraud-Cancelled"), "fraudulent");
  for (const text of [null, "", "A new reason", "constructor", "__proto__"])
    assert.equal(declineReason(text), "generic_decline");
});
