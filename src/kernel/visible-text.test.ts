import assert from "node:assert/strict";
import { test } from "node:test";
import { visibleLines, visibleText } from "./visible-text.ts";

const hostile = "a\u001b[2J\u009b31m\u007f\r\n\t\u2028\u202e\u2066\u061cz";

test("escapes control, bidi and line-separating characters, and keeps others", () => {
  assert.equal(
    visibleText(hostile),
    String.raw`a\u001b[2J\u009b31m\u007f\u000d\u000a\u0009\u2028\u202e\u2066\u061cz`,
  );
  assert.equal(visibleText("Jardín “Füße & 花” 🌿 \\"), "Jardín “Füße & 花” 🌿 \\");
});

test("keeps the lines of a text", () => {
  assert.equal(visibleLines("one\ntwo\u001b\n"), "one\ntwo\\u001b\n");
});

test("escaped JSON means the same document", () => {
  const value = { [hostile]: [hostile] };
  const text = visibleLines(JSON.stringify(value, null, 2));
  assert.doesNotMatch(text, /[^\n\P{Cc}]|\p{Bidi_Control}/u);
  assert.deepEqual(JSON.parse(text), value);
});
