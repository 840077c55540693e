import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { direction, type Locale, type LocalePreferences, locales, negotiateLocale } from "./locale.ts";

const cases: [wishes: LocalePreferences, expected: Locale][] = [
  [{}, "en"],
  [{ acceptLanguage: "de-AT,de;q=0.9,en;q=0.8" }, "de"],
  [{ acceptLanguage: "dv,es-MX;q=0.5" }, "es-419"],
  [{ acceptLanguage: "en;q=0.3,fr-CA;q=0.9" }, "fr-CA"],
  [{ acceptLanguage: "en-AU" }, "en-GB"],
  [{ acceptLanguage: "ar-EG" }, "ar"],
  [{ acceptLanguage: "dv, zh-TW" }, "zh-Hant"],
  [{ acceptLanguage: "zh-CN" }, "zh-Hans"],
  [{ acceptLanguage: "zh-HK" }, "zh-HK"],
  [{ acceptLanguage: "no" }, "nb"],
  [{ acceptLanguage: "iw" }, "he"],
  [{ acceptLanguage: "pt-BR" }, "pt-BR"],
  [{ acceptLanguage: "pt-AO" }, "pt"],
  [{ acceptLanguage: "sr-Latn-RS" }, "sr-Latn"],
  [{ acceptLanguage: "dv", tenantDefault: "fr" }, "fr"],
  [{ acceptLanguage: "*", tenantDefault: "de" }, "de"],
  [{ acceptLanguage: "*" }, "en"],
  [{ acceptLanguage: ";;;q=,de_DE,i-klingon,x" }, "en"],
  [{ explicit: "es", acceptLanguage: "de" }, "es"],
  [{ explicit: "auto", acceptLanguage: "de" }, "de"],
  [{ explicit: "dv", acceptLanguage: "de" }, "de"],
  [{ query: "fr", explicit: "es", acceptLanguage: "de" }, "fr"],
  [{ query: "<script>", explicit: "es" }, "es"],
  [{ query: "", acceptLanguage: "", tenantDefault: "", explicit: "" }, "en"],
];

for (const [wishes, expected] of cases) {
  test(`${JSON.stringify(wishes)} is answered in ${expected}`, () => {
    assert.equal(negotiateLocale(wishes), expected);
  });
}

test("negotiation never fails", () => {
  const tag = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[a-zA-Z0-9*;=,. _-]{0,40}$/));
  const wishes = fc.record(
    { explicit: tag, query: tag, acceptLanguage: tag, tenantDefault: tag },
    { requiredKeys: [] },
  );
  fc.assert(fc.property(wishes, (wished) => locales.includes(negotiateLocale(wished))));
});

test("a header of a megabyte is not read", () => {
  assert.equal(negotiateLocale({ acceptLanguage: `de,${"x".repeat(1_000_000)}` }), "en");
});

test("Arabic is written from right to left", () => {
  assert.equal(direction("ar"), "rtl");
  assert.equal(direction("de"), "ltr");
});
