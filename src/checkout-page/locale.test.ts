import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Locale, type LocalePreferences, locales, negotiateLocale } from "./locale.ts";

const cases: [preferences: LocalePreferences, expected: Locale][] = [
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
  [{ sessionLocale: "es", acceptLanguage: "de" }, "es"],
  [{ sessionLocale: "auto", acceptLanguage: "de" }, "de"],
  [{ sessionLocale: "dv", acceptLanguage: "de" }, "de"],
  [{ query: "fr", sessionLocale: "es", acceptLanguage: "de" }, "fr"],
  [{ query: "<script>", sessionLocale: "es" }, "es"],
  [{ query: "", acceptLanguage: "", tenantDefault: "", sessionLocale: "" }, "en"],
];

for (const [preferences, expected] of cases) {
  test(`${JSON.stringify(preferences)} gets the page in ${expected}`, () => {
    assert.equal(negotiateLocale(preferences), expected);
  });
}

test("negotiation never fails", () => {
  const tag = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[a-zA-Z0-9*;=,. _-]{0,40}$/));
  const preferences = fc.record(
    { sessionLocale: tag, query: tag, acceptLanguage: tag, tenantDefault: tag },
    { requiredKeys: [] },
  );
  fc.assert(fc.property(preferences, (random) => locales.includes(negotiateLocale(random))));
});

test("ignores an Accept-Language header of a megabyte", () => {
  assert.equal(negotiateLocale({ acceptLanguage: `de,${"x".repeat(1_000_000)}` }), "en");
});
