import assert from "node:assert/strict";
import { test } from "node:test";
import { paypalSpecification } from "../../../test/psp/paypal/specification.ts";
import { paypalLocale } from "./locale.ts";

test("a language tag has the form that PayPal's specification wants, or is left out", () => {
  const tags = [
    ["de", "de"],
    ["de-at", "de-AT"],
    ["zh-hant-hk", "zh-Hant-HK"],
    ["ES-419", "es-419"],
    ["ar-u-nu-latn", "ar"],
    ["fil", undefined],
    ["x-private", undefined],
    ["not a tag", undefined],
    [null, undefined],
  ] as const;
  for (const [tag, expected] of tags) {
    const locale = paypalLocale(tag);
    assert.equal(locale, expected, `${tag}`);
    if (locale !== undefined) assert.deepEqual(paypalSpecification("orders").object("language", locale), []);
  }
});
