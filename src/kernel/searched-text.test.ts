import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { locatedText, searchedText } from "./searched-text.ts";

test("property: the located text equals the searched text, and every span is within the original", () => {
  const parts = fc.constantFrom(
    "4",
    "2",
    "a",
    "%",
    "%34",
    "%25",
    "%e2%80%93",
    "%ff",
    "٤",
    "④",
    "é",
    "e\u0301",
    "\u{200b}",
    "𝟜",
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 30 }), (each) => {
      const text = each.join("");
      const located = locatedText(text);
      assert.equal(located.text, searchedText(text));
      assert.equal(located.starts.length, located.text.length);
      for (const [index, start] of located.starts.entries()) {
        const end = located.ends[index] ?? Number.NaN;
        assert.ok(start < end && end <= text.length && start >= (located.starts[index - 1] ?? 0), text);
      }
    }),
    { numRuns: 3_000 },
  );
});
