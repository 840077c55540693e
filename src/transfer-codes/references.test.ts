import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { groupQrReference, isQrReference, makeQrReference } from "./qr-reference.ts";
import { groupRfReference, isRfReference, makeRfReference } from "./rf-reference.ts";

const numRuns = 2_000;
const rfBody = fc.stringMatching(/^[0-9A-Z]{1,21}$/);
const qrDigits = fc.stringMatching(/^[0-9]{0,25}[1-9]$/);

test("RF: published references", () => {
  for (const reference of ["RF18539007547034", "RF240191230100405JSH0438", "RF8420191230100503QYP0627"]) {
    assert.ok(isRfReference(reference), reference);
    assert.equal(makeRfReference(reference.slice(4)), reference);
  }
  assert.equal(groupRfReference("RF18539007547034"), "RF18 5390 0754 7034");
});

test("RF: refuses other forms, lengths and alphabets", () => {
  for (const text of [
    "",
    "RF18",
    "RF19539007547034",
    // In an example of SIX's guidelines, although its check digits are wrong.
    "RF720191230100405JSH0438",
    "rf18539007547034",
    "RF18 5390 0754 7034",
    "KS-12345678",
    `RF18${"5".repeat(22)}`,
  ])
    assert.equal(isRfReference(text), false, text);
  for (const body of ["", "a", "1-2", "1".repeat(22)]) assert.throws(() => makeRfReference(body), RangeError);
});

test("property: RF: a made reference is valid, and not with another character of its kind or two swapped", () => {
  fc.assert(
    fc.property(rfBody, fc.nat(), fc.stringMatching(/^[0-9A-Z]$/), (body, seed, other) => {
      const reference = makeRfReference(body);
      assert.ok(isRfReference(reference));
      const at = 4 + (seed % body.length);
      const [one = "", next = ""] = [reference[at], reference[at + 1]];
      const [before, after] = [reference.slice(0, at), reference.slice(at + 1)];
      // ISO 7064 guarantees no more: B1 and 1B count as the same number, 111.
      if (one !== other && areOfOneKind(one, other)) assert.ok(!isRfReference(before + other + after));
      if (one !== next && areOfOneKind(one, next))
        assert.ok(!isRfReference(before + next + one + after.slice(1)));
    }),
    { numRuns },
  );
});

const areOfOneKind = (one: string, other: string): boolean => /^([0-9]{2}|[A-Z]{2})$/.test(one + other);

test("QRR: published references", () => {
  for (const reference of ["210000000003139471430009017", "215703000075200334559000126"]) {
    assert.equal(isQrReference(reference), true, reference);
    assert.equal(makeQrReference(reference.slice(0, 26)), reference);
  }
  assert.equal(groupQrReference("210000000003139471430009017"), "21 00000 00003 13947 14300 09017");
  assert.match(makeQrReference("42"), /^0{24}42[0-9]$/);
});

test("QRR: refuses other lengths, letters, zeros and wrong check digits", () => {
  for (const text of [
    "",
    "0".repeat(27),
    "21000000000313947143000901",
    "210000000003139471430009018",
    "RF18",
  ])
    assert.equal(isQrReference(text), false, text);
  for (const digits of ["", "1a", "1".repeat(27)])
    assert.throws(() => makeQrReference(digits), RangeError, digits);
});

test("property: QRR: a made reference is valid, and not with one other digit", () => {
  fc.assert(
    fc.property(qrDigits, fc.nat(26), fc.stringMatching(/^[0-9]$/), (digits, at, other) => {
      const reference = makeQrReference(digits);
      assert.ok(isQrReference(reference));
      if (reference[at] !== other)
        assert.ok(!isQrReference(reference.slice(0, at) + other + reference.slice(at + 1)));
    }),
    { numRuns },
  );
});
