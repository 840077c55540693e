import assert from "node:assert/strict";
import { test } from "node:test";
import { asciiDigits } from "./ascii-digits.ts";

test("converts digits of any script by their value", () => {
  for (const digits of [
    "0123456789",
    "٠١٢٣٤٥٦٧٨٩",
    "۰۱۲۳۴۵۶۷۸۹",
    "०१२३४५६७८९",
    "０１２３４５６７８９",
    "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗",
  ])
    assert.equal(asciiDigits(digits), "0123456789", digits);
  // Mathematical digits are five runs of ten without a gap; Adlam's lie beyond the basic plane.
  assert.equal(asciiDigits("𝟘𝟡𝟢𝟫𝟬𝟵𝟶𝟿"), "09090909");
  assert.equal(asciiDigits("\u{1e950}\u{1e959}"), "09");
});

test("converts every decimal digit of Unicode and changes nothing else", () => {
  for (let codePoint = 0; codePoint < 0x20000; codePoint++) {
    const character = String.fromCodePoint(codePoint);
    if (/\p{Nd}/u.test(character)) assert.match(asciiDigits(character), /^[0-9]$/, codePoint.toString(16));
  }
  assert.equal(asciiDigits("½ ② é 一 \ud800"), "½ ② é 一 \ud800");
});

test("removes invisible direction marks", () => {
  assert.equal(asciiDigits("\u200e12\u202c34\ufeff"), "1234");
});
