import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseStrictJson } from "./strict-json.ts";
import { findForbiddenText, mayHoldForbiddenText } from "./text-rules.ts";

/** The code points from `first` to `last`, both included. */
function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

test("accepts texts of the world's scripts", () => {
  const texts = [
    "",
    "Shoes, size 43 (black)",
    "Grüße, naïve façade",
    "أحذية",
    "נעליים",
    "靴を三足",
    "जूते",
    "รองเท้า",
    "👟 ❤️ 🇩🇪",
  ];
  texts.push(
    "<script>alert(1)</script>",
    "'; DROP TABLE payments; --",
    "=1+1",
    "soft\u00adhyphen",
    "no\u00a0break",
  );
  for (const text of texts) assert.equal(findForbiddenText(text), undefined, text);
});

test("refuses control characters, bidi controls, zero-width characters, separators and noncharacters", () => {
  const refused: Record<string, number[]> = {
    "a control character": [...range(0, 0x1f), ...range(0x7f, 0x9f)],
    "half of a surrogate pair, which is no character": [0xd800, 0xdbff, 0xdc00, 0xdfff],
    "an invisible character that changes the direction of text": [
      0x061c,
      0x200e,
      0x200f,
      ...range(0x202a, 0x202e),
      ...range(0x2066, 0x2069),
    ],
    "an invisible zero-width character": [
      0x180e,
      ...range(0x200b, 0x200d),
      ...range(0x2060, 0x2064),
      0xfeff,
      0xe0041,
    ],
    "a line or paragraph separator": [0x2028, 0x2029],
    "a code point that Unicode reserves for no character": [
      ...range(0xfdd0, 0xfdef),
      0xfffe,
      0xffff,
      0x1fffe,
      0x10ffff,
    ],
  };
  for (const [reason, codePoints] of Object.entries(refused)) {
    for (const codePoint of codePoints) {
      const name = `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
      const found = findForbiddenText(`Jane ${String.fromCodePoint(codePoint)} Doe`);
      assert.deepEqual(found, { reason, codePoint: name });
    }
  }
});

test("names the first forbidden character", () => {
  assert.equal(findForbiddenText("a\u202eb\u0000")?.codePoint, "U+202E");
});

test("accepts surrogate pairs and refuses lone surrogates", () => {
  assert.equal(findForbiddenText("\ud83d\ude00"), undefined);
  assert.equal(findForbiddenText("\ude00\ud83d")?.codePoint, "U+DE00");
});

test("refuses ZWJ emoji and ZWNJ", () => {
  assert.equal(findForbiddenText("👩\u200d👧")?.codePoint, "U+200D");
  assert.equal(findForbiddenText("می\u200cخواهم")?.codePoint, "U+200C");
});

test("allows line feeds and tabs in multiline fields, and nothing more", () => {
  assert.equal(findForbiddenText("one\n\ttwo", { multiline: true }), undefined);
  assert.equal(findForbiddenText("one\ntwo")?.codePoint, "U+000A");
  assert.equal(findForbiddenText("one\r\ntwo", { multiline: true })?.codePoint, "U+000D");
  assert.equal(findForbiddenText("one\n\u0000", { multiline: true })?.codePoint, "U+0000");
});

test("skips the check of plain ASCII bodies only, pretty-printed or not", () => {
  const body = { amount: 2599, currency: "EUR", description: "Shoes ~ {size} [43]" };
  assert.equal(mayHoldForbiddenText(JSON.stringify(body)), false);
  assert.equal(mayHoldForbiddenText(JSON.stringify(body, null, "\t")), false);
  for (const text of ['"\\u0000"', '"\\n"', '"é"', '"\u007f"', '"\u202e"', '"\ud800"']) {
    assert.equal(mayHoldForbiddenText(text), true, JSON.stringify(text));
  }
});

test("property: a body that skips the check would pass it", () => {
  const units = fc.constantFrom(..."abc{}~ \\u0000\n\t\r\u007f\u0080\u200b\u202e\ud800\uffff");
  fc.assert(
    fc.property(fc.array(units), (parts) => {
      for (const raw of [`"${parts.join("")}"`, JSON.stringify(parts.join(""))]) {
        const result = parseStrictJson(raw);
        if (!result.ok || mayHoldForbiddenText(raw)) continue;
        assert.equal(findForbiddenText(String(result.value)), undefined);
      }
    }),
    { numRuns: 1000 },
  );
});
