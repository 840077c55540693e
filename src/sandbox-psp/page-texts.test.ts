import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsOfTexts } from "../../scripts/faults-of-texts.ts";
import { locales } from "../checkout-page/locale.ts";
import { messages } from "./page-texts.ts";

const english = messages.read("en");

test("the simulated PSP speaks all languages of the payment page", () => {
  assert.deepEqual(messages.locales, locales);
});

for (const locale of messages.locales) {
  test(`nothing is wrong with the simulated PSP's texts in ${locale}`, () => {
    const texts = messages.read(locale);
    assert.deepEqual(faultsOfTexts(locale, texts, english), []);
    assert.deepEqual(
      Object.keys(texts),
      Object.keys(english).filter((key) => texts[key] !== undefined),
    );
  });
}
