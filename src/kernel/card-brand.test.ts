import assert from "node:assert/strict";
import { test } from "node:test";
import { type CardBrand, cardBrand } from "./card-brand.ts";

test("finds the brand at both ends of every number range", () => {
  const firstDigits: Record<CardBrand, readonly string[]> = {
    visa: ["4"],
    mastercard: ["51", "55", "2221", "2229", "223", "229", "23", "26", "270", "271", "2720"],
    amex: ["34", "37"],
    discover: ["6011", "644", "649", "65"],
    diners: ["300", "305", "3095", "36", "38", "39"],
    jcb: ["3528", "3529", "353", "358"],
    unionpay: ["62", "81"],
    unknown: [
      "50",
      "56",
      "2220",
      "2721",
      "33",
      "6010",
      "643",
      "306",
      "3094",
      "3527",
      "359",
      "61",
      "82",
      "0",
      "9",
    ],
  };
  for (const [brand, all] of Object.entries(firstDigits))
    for (const digits of all) assert.equal(cardBrand(digits.padEnd(16, "0")), brand, digits);
});

test("ignores later digits", () => {
  for (const digits of ["4", "51", "34", "6011", "65", "36", "353", "62", "81"])
    assert.equal(cardBrand(`90${digits}`.padEnd(16, "0")), "unknown", digits);
});
