import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { isValidIban } from "./iban.ts";
import { debitValuesToRedisplay, parseDebitForm } from "./parse-debit-form.ts";

const testIban = "DE89370400440532013000";
const isTestIban = (iban: string) => iban === testIban;
const parse = (body: Record<string, unknown>) =>
  parseDebitForm({ holder: "Kim Test", iban: testIban, ...body }, isTestIban);

test("an IBAN is read however it was typed or pasted", () => {
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

test("each field has its own fault", () => {
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

test("an account that could be real is refused, and is not given back", () => {
  const body = { holder: "Kim Test", iban: "GB82 WEST 1234 5698 7654 32" };
  const parsed = parse(body);
  assert.deepEqual(parsed, { ok: false, failure: { iban: "iban_not_test" } });
  assert.deepEqual(debitValuesToRedisplay(body, { iban: "iban_not_test" }), { holder: "Kim Test" });
});

test("what was mistyped is given back, but no number in a field that is for none", () => {
  const giveBack = (body: Record<string, unknown>) => debitValuesToRedisplay(body, { iban: "iban_invalid" });
  assert.deepEqual(giveBack({ holder: " Kim  Test ", iban: "DE89 3704" }), {
    holder: "Kim Test",
    iban: "DE893704",
  });
  assert.deepEqual(giveBack({ holder: "4242 4242 4242 4242", iban: "4242424242424242" }), {});
});

test("one wrong character, or two swapped, are noticed", () => {
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

test("check digits alone make no account: length and form are the country's", () => {
  for (const account of ["DE89370400440532013000", "FR1420041010050500013M02606", "NO9386011117947"])
    assert.ok(isValidIban(account), account);
  const tooShort = "DE5137040044053201300";
  const withLetters = "DE583704004405320130AB";
  const ofNoCountry = "ZZ22370400440532013000";
  for (const account of [tooShort, withLetters, ofNoCountry]) assert.ok(!isValidIban(account), account);
});

test("any body gets an answer, and only published accounts are let through", () => {
  const body = fc.record({ holder: fc.anything(), iban: fc.oneof(fc.string(), fc.anything()) });
  fc.assert(
    fc.property(body, (posted) => {
      const parsed = parseDebitForm(posted, isTestIban);
      if (parsed.ok) assert.equal(parsed.value.iban, testIban);
      else assert.ok(Object.keys(parsed.failure).length > 0);
    }),
  );
});
