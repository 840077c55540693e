import assert from "node:assert/strict";
import { test } from "node:test";
import { bestLanguage } from "../../dashboard/src/texts/best-language.ts";
import { directionOf } from "../../dashboard/src/texts/direction.ts";
import { formatMessage } from "../../dashboard/src/texts/format-message.ts";
import { locales, supportedLocale } from "../../src/checkout-page/locale.ts";
import { direction } from "../../src/kernel/locales.ts";

// How the dashboard chooses among languages and fills in texts, with the languages of the payment page, of which it may have each.

test("each language of the payment page has the direction that it has there", () => {
  for (const locale of locales) assert.equal(directionOf(locale), direction(locale), locale);
});

test("scripts decide the direction", () => {
  assert.equal(directionOf("pa-Arab"), "rtl");
  assert.equal(directionOf("az"), "ltr");
  assert.equal(directionOf("ar-XB"), "rtl");
});

test("each language is the best for its own readers", () => {
  for (const locale of locales) assert.equal(bestLanguage([locale], locales), locale);
});

const readers = [
  ["pt-BR", "pt-AO", "pt-PT", "zh-TW", "zh-CN", "zh-SG", "zh-HK", "sr-Latn-RS", "sr-RS", "sr-Cyrl-BA"],
  ["no", "nn-NO", "nb-NO", "iw", "tl-PH", "de-AT", "de-CH-1996", "fr-CA", "fr-BE", "en-US", "en-GB"],
  ["es-MX", "es-AR", "es-ES", "es-GQ", "ar-EG", "ur-PK", "fa-AF", "he-IL", "uz-Cyrl", "dv", "sw-KE", "mn"],
].flat();

for (const reader of readers)
  test(`a reader of ${reader} gets what they get on the payment page`, () => {
    const expected = theirs[reader] ?? supportedLocale(reader);
    assert.equal(bestLanguage([reader], locales), expected === "none" ? undefined : expected);
  });

/** Who reads Nynorsk or Cyrillic Uzbek may read the other; the dashboard asks their next language instead. */
const theirs: Readonly<Record<string, string>> = { "nn-NO": "none", "uz-Cyrl": "none" };

test("the first of the reader's languages counts, and malformed ones don't", () => {
  assert.equal(bestLanguage(["*", "de_DE", "", "dv", "pl-PL", "de"], ["de", "pl"]), "pl");
  assert.equal(bestLanguage(["zh-TW", "de"], ["zh-Hans", "de"]), "de", "no letters that they may not read");
  assert.equal(bestLanguage(["pt-AO"], ["pt-BR"]), "pt-BR");
  assert.equal(bestLanguage([], ["de"]), undefined);
});

const inEnglish = { language: "en", locale: "en", isolates: false } as const;
const days = "{days, plural, one {# day} other {# days}}";

test("values are filled in, and what isn't given stays", () => {
  assert.equal(formatMessage("{a} and {b}, {a}", { a: "1", b: "{a}" }, inEnglish), "1 and {a}, 1");
  assert.equal(formatMessage("{a}", {}, inEnglish), "{a}");
});

test("numbers have the reader's digits and separators", () => {
  assert.equal(formatMessage(days, { days: 1_234.5 }, inEnglish), "1,234.5 days");
  assert.equal(formatMessage(days, { days: 1_234.5 }, { ...inEnglish, locale: "de" }), "1.234,5 days");
});

test("a count chooses the form of the text's language, or its own", () => {
  const of = (text: string, language: string, count: number) =>
    formatMessage(text, { days: count, of: "x" }, { ...inEnglish, language });
  assert.deepEqual(
    [0, 1, 2].map((count) => of(days, "en", count)),
    ["0 days", "1 day", "2 days"],
  );
  const polish = "{days, plural, one {# dzień} few {# dni} many {# dni!} other {# dnia}} {of}";
  assert.deepEqual(
    [1, 3, 5, 1.5].map((count) => of(polish, "pl", count)),
    ["1 dzień x", "3 dni x", "5 dni! x", "1.5 dnia x"],
  );
  const arabic = "{days, plural, zero {0} one {1} two {2} few {f} many {m} other {o {of}}}";
  assert.deepEqual(
    [0, 1, 2, 3, 11, 100].map((count) => of(arabic, "ar", count)),
    ["0", "1", "2", "f", "m", "o x"],
  );
  assert.equal(of("{days, plural, =1 {a day} one {# day} other {# days}}", "en", 1), "a day");
});

test("a value in a right-to-left text is isolated, once", () => {
  const arabic = { language: "ar", locale: "ar", isolates: true } as const;
  const text = "{days, plural, zero {} one {} two {} few {} many {} other {# {name}}}";
  assert.equal(formatMessage(text, { days: 100, name: "Ada" }, arabic), "\u2068100\u2069 \u2068Ada\u2069");
});
