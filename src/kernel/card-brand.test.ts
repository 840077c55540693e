import assert from "node:assert/strict";
import { test } from "node:test";
import { type CardBrand, cardBrand, cardBrandName, cardBrands, codeLength } from "./card-brand.ts";
import { passesLuhn } from "./card-number.ts";
import { cardRules } from "./card-rules.ts";

test("finds the brand at both ends of every number range", () => {
  const firstDigits: Record<CardBrand, readonly string[]> = {
    visa: ["4"],
    mastercard: ["51", "55", "2221", "2229", "223", "229", "23", "26", "270", "271", "2720"],
    amex: ["34", "37"],
    discover: ["6011", "644", "649", "65"],
    diners: ["300", "305", "3095", "36", "38", "39"],
    jcb: ["3528", "3529", "353", "358"],
    unionpay: ["62", "81"],
    maestro: ["5000", "5040", "5018", "56", "58", "6304", "639", "67"],
    unknown: ["2220", "2721", "33", "6010", "643", "306", "3094", "3527", "359", "61", "82", "59", "0", "9"],
  };
  for (const [brand, all] of Object.entries(firstDigits))
    for (const digits of all) assert.equal(cardBrand(digits.padEnd(16, "0")), brand, digits);
});

test("knows the brand as soon as no other brand is possible", () => {
  const firstKnown = { "4": "visa", "51": "mastercard", "223": "mastercard", "34": "amex", "36": "diners" };
  for (const [digits, brand] of Object.entries(firstKnown)) {
    assert.equal(cardBrand(digits), brand);
    if (digits.length > 1) assert.equal(cardBrand(digits.slice(0, -1)), "unknown", digits);
  }
  assert.equal(cardBrand(""), "unknown");
});

test("ignores later digits", () => {
  for (const digits of ["4", "51", "34", "6011", "65", "36", "353", "62", "81"])
    assert.equal(cardBrand(`90${digits}`.padEnd(16, "0")), "unknown", digits);
});

/** Numbers that PSPs and networks publish for tests (Stripe, Adyen, Mollie, Braintree), by brand. */
const published: Record<Exclude<CardBrand, "unknown">, readonly string[]> = {
  visa: ["4242424242424242", "4111111111111111", "4012888888881881", "4222222222222"],
  mastercard: ["5555555555554444", "2223003122003222", "5105105105105100", "2222400070000005"],
  amex: ["378282246310005", "371449635398431", "370000000000002"],
  discover: ["6011111111111117", "6011000990139424", "6445644564456445"],
  diners: ["30569309025904", "3056930009020004", "36227206271667", "38520000023237"],
  jcb: ["3530111333300000", "3566002020360505", "3569990010095841"],
  unionpay: ["6200000000000005", "6205500000000000004", "6250946000000016", "8171999900000021"],
  maestro: ["6759649826438453", "6304000000000000", "6799990100000000019", "5018000000000009"],
};

for (const [brand, numbers] of Object.entries(published)) {
  test(`${brand}: published test numbers have its ranges, a length in use and the check digit`, () => {
    for (const number of numbers) {
      assert.equal(cardBrand(number), brand, number);
      const rule = cardRules.find((one) => one.brand === brand);
      assert.ok(rule);
      assert.ok(rule.lengths.includes(number.length), `${number} has ${number.length} digits`);
      if (rule.checkDigit) assert.ok(passesLuhn(number), number);
    }
  });
}

test("only American Express has a security code of four digits", () => {
  assert.equal(codeLength("378282246310005"), 4);
  for (const [brand, [number = ""]] of Object.entries(published))
    if (brand !== "amex") assert.equal(codeLength(number), 3, brand);
  assert.equal(codeLength(""), 3);
});

test("every brand has a rule and a name, and no range belongs to two brands", () => {
  const known = cardBrands.filter((brand) => brand !== "unknown");
  assert.deepEqual(
    cardRules.map(({ brand }) => brand),
    known,
  );
  for (const brand of known) assert.ok(cardBrandName(brand));
  const ends = cardRules.flatMap(({ brand, ranges }) =>
    ranges.flatMap((range) => range.split("-").map((digits) => ({ brand, digits }))),
  );
  for (const { brand, digits } of ends) assert.equal(cardBrand(digits), brand, digits);
});
