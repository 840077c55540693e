import assert from "node:assert/strict";
import { test } from "node:test";
import { messages as pspMessages } from "../sandbox-psp/page-texts.ts";
import { locales, messages } from "./locale.ts";

/** Where a language has a space at its punctuation, as French has before a question mark, it is a no-break space. */
const breakable = / [?!:;؟؛]/;
/** French has it within its quotation marks, too. Other languages open with ». */
const breakableInFrench = / [?!:;»]|« /;

for (const [name, folder] of Object.entries({ "payment page": messages, "simulated PSP": pspMessages })) {
  test(`no line of the ${name} can begin with punctuation, in any language`, () => {
    for (const locale of locales)
      for (const [key, text] of Object.entries(folder.read(locale)))
        assert.doesNotMatch(
          text,
          locale.startsWith("fr") ? breakableInFrench : breakable,
          `${key} in ${locale}`,
        );
  });
}

test("a suffix stays on the line of the value before it, behind a no-break hyphen", () => {
  for (const folder of [messages, pspMessages])
    for (const locale of locales)
      for (const [key, text] of Object.entries(folder.read(locale)))
        assert.doesNotMatch(text, /[}#]-\p{L}/u, `${key} in ${locale}`);
});

test("the e of e-mail and the articles of Maltese stay on the line of their word", () => {
  for (const locale of locales)
    for (const [key, text] of Object.entries(messages.read(locale)))
      assert.doesNotMatch(
        text,
        locale === "mt" ? /\p{L}-[\p{L}{]/u : /(?<!\p{L})[eE]-\p{L}/u,
        `${key} in ${locale}`,
      );
});
