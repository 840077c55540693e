import assert from "node:assert/strict";
import { test } from "node:test";
import { locales, messages } from "./locale.ts";

/** Where a language has a space at its punctuation, as French has before a question mark, it is a no-break space. */
const breakable = / [?!:;»؟؛]|« /;

test("no line can begin with punctuation, in any language", () => {
  for (const locale of locales)
    for (const [key, text] of Object.entries(messages.read(locale)))
      assert.doesNotMatch(text, breakable, `${key} in ${locale}`);
});
