import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { isValidIban } from "./iban.ts";
import { debitValuesToRedisplay, parseDebitForm } from "./parse-debit-form.ts";

const testIban = "DE89370400440532013000";
const isTestIban = (iban: string) => iban === testIban;
const parse = (body: Record<string, unknown>) =>
  parseDebitForm({ holder: "Kim Test", iban: testIban, ...body }, isTestIban);

test("reads an IBAN however it was typed or pasted", () => {
  for (const iban of [
    "DE89 3704 0044 0532 0130 00",
    "de89370400440532013000",
    "IBAN DE89-3704-0044-0532-0130-00",
    "IBAN: DE89 3704 0044 0532 0130 00 ",
    "DE٨٩ 3704 0044 0532 0130 00",
    "\u200eDE89 3704 0044 0532 0130 00\u200e",
  ]) {
    assert.deepEqual(parse({ iban }), {
      ok: true,
      value: { type: "bank_debit", accountHolder: "Kim Test", iban: testIban },
    });
  }
});

test("reports a fault for each field", () => {
  const faults = (body: Record<string, unknown>) => {
    const parsed = parse(body);
    return parsed.ok ? {} : parsed.failure;
  };
  assert.deepEqual(faults({ holder: " \u200b ", iban: undefined }), {
    holder: "holder_missing",
    iban: "iban_missing",
  });
  assert.deepEqual(faults({ iban: "DE88370400440532013000" }), { iban: "iban_invalid" });
  assert.deepEqual(faults({ iban: "89370400440532013000" }), { iban: "iban_invalid" });
  assert.deepEqual(faults({ iban: ["DE89"] }), { iban: "iban_missing" });
});

test("refuses an IBAN that could be real, and doesn't fill it in again", () => {
  const body = { holder: "Kim Test", iban: "GB82 WEST 1234 5698 7654 32" };
  const parsed = parse(body);
  assert.deepEqual(parsed, { ok: false, failure: { iban: "iban_not_test" } });
  assert.deepEqual(debitValuesToRedisplay(body, { iban: "iban_not_test" }), { holder: "Kim Test" });
});

test("fills in mistyped values again, but no number from the wrong field", () => {
  const redisplayed = (body: Record<string, unknown>) =>
    debitValuesToRedisplay(body, { iban: "iban_invalid" });
  assert.deepEqual(redisplayed({ holder: " Kim  Test ", iban: "DE89 3704" }), {
    holder: "Kim Test",
    iban: "DE893704",
  });
  assert.deepEqual(redisplayed({ holder: "4242 4242 4242 4242", iban: "4242424242424242" }), {});
});

test("property: the check digits detect one wrong digit and two swapped ones", () => {
  const position = fc.integer({ min: 4, max: testIban.length - 2 });
  fc.assert(
    fc.property(position, fc.integer({ min: 1, max: 9 }), (at, by) => {
      const digit = (Number(testIban[at]) + by) % 10;
      assert.equal(isValidIban(testIban.slice(0, at) + digit + testIban.slice(at + 1)), false);
      const swapped =
        testIban.slice(0, at) + testIban.charAt(at + 1) + testIban.charAt(at) + testIban.slice(at + 2);
      assert.equal(isValidIban(swapped), swapped === testIban);
    }),
  );
});

test("an IBAN also needs the length and format of its country", () => {
  for (const account of ["DE89370400440532013000", "FR1420041010050500013M02606", "NO9386011117947"])
    assert.ok(isValidIban(account), account);
  const tooShort = "DE5137040044053201300";
  const withLetters = "DE583704004405320130AB";
  const ofNoCountry = "ZZ22370400440532013000";
  for (const account of [tooShort, withLetters, ofNoCountry]) assert.ok(!isValidIban(account), account);
});

test("property: handles any body, and accepts only published test accounts", () => {
  const body = fc.record({ holder: fc.anything(), iban: fc.oneof(fc.string(), fc.anything()) });
  fc.assert(
    fc.property(body, (posted) => {
      const parsed = parseDebitForm(posted, isTestIban);
      if (parsed.ok) assert.equal(parsed.value.iban, testIban);
      else assert.ok(Object.keys(parsed.failure).length > 0);
    }),
  );
});
