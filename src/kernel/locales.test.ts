import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { direction, numberLocaleOf, type RegionPreferences } from "./locales.ts";

test("the direction of Arabic is right to left", () => {
  assert.equal(direction("ar"), "rtl");
  assert.equal(direction("de"), "ltr");
});

const regions: [locale: string, preferences: RegionPreferences, expected: string][] = [
  ["de", {}, "de"],
  ["pt", {}, "pt-PT"],
  ["de", { acceptLanguage: "de-CH,de;q=0.9,en;q=0.8" }, "de-CH"],
  ["de", { acceptLanguage: "en-US,de-CH;q=0.5" }, "de-CH"],
  ["es-419", { acceptLanguage: "es-CL" }, "es-CL"],
  ["en-GB", { acceptLanguage: "en-IN" }, "en-IN"],
  ["zh-Hant", { acceptLanguage: "zh-TW" }, "zh-TW"],
  ["zh-Hans", { acceptLanguage: "zh-TW" }, "zh-Hans"],
  ["fr", { acceptLanguage: "de-CH" }, "fr"],
  ["de", { sessionLocale: "de-AT", acceptLanguage: "de-CH" }, "de-AT"],
  ["de", { sessionLocale: "de", acceptLanguage: "de-CH" }, "de-CH"],
  ["de", { acceptLanguage: "de-XX" }, "de"],
  ["pt", { acceptLanguage: "pt-XX" }, "pt-PT"],
  ["ar", { acceptLanguage: "ar-EG" }, "ar-EG-u-nu-latn"],
  ["de", { acceptLanguage: "de-CH-u-nu-arab" }, "de-CH"],
];

for (const [locale, preferences, expected] of regions) {
  test(`the page in ${locale} with ${JSON.stringify(preferences)} writes amounts as in ${expected}`, () => {
    assert.equal(numberLocaleOf(locale, preferences), expected);
  });
}

test("the locale of amounts is one that CLDR knows, whatever the request says", () => {
  const tag = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^de-[A-Z]{2}(-[a-z0-9-]{0,20})?$/));
  const known = new Set(["de", "de-AT", "de-BE", "de-CH", "de-DE", "de-IT", "de-LI", "de-LU"]);
  fc.assert(
    fc.property(tag, tag, (sessionLocale, acceptLanguage) =>
      known.has(numberLocaleOf("de", { sessionLocale, acceptLanguage })),
    ),
  );
});
