import assert from "node:assert/strict";
import { test } from "node:test";
import { messages as pspMessages } from "../sandbox-psp/page-texts.ts";
import { type Locale, locales, messages } from "./locale.ts";

/** Where a language has a space at its punctuation, as French has before a question mark, it is a no-break space. So it is in Thai
 * before the sign that repeats a word. */
const breakable = / [?!:;؟؛ๆ]/;
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

/** By the rules of typography in these languages, a word of one letter, such as "in", doesn't end a line. */
const singleLetter = /(?<![\p{L}’])\p{L}[- ][\p{L}{]/u;

/**
 * Where a word must not be split at its hyphen; in other languages, only behind a single letter such as the e of e-mail. In
 * Burmese, which browsers break at syllables, it must not be split behind its "not": a word joiner keeps it with its verb.
 */
const breakableWords: Partial<Record<Locale, RegExp>> = {
  bs: singleLetter,
  cs: singleLetter,
  hr: singleLetter,
  pl: singleLetter,
  ru: singleLetter,
  sk: singleLetter,
  sl: singleLetter,
  sr: singleLetter,
  "sr-Latn": singleLetter,
  uk: singleLetter,
  ga: /(?<!\p{L})[nth]-\p{L}/iu,
  mt: /\p{L}-[\p{L}{]/u,
  my: /မ(?=[က-အ])(?![က-အ]့?်)/u,
  pt: /\p{L}-\p{L}/u,
  "pt-BR": /\p{L}-\p{L}/u,
  ro: /\p{L}-\p{L}/u,
};

test("single letters, articles, pronouns and negations stay on the line of their word", () => {
  for (const folder of [messages, pspMessages])
    for (const locale of locales)
      for (const [key, text] of Object.entries(folder.read(locale)))
        assert.doesNotMatch(text, breakableWords[locale] ?? /(?<!\p{L})\p{L}-\p{L}/u, `${key} in ${locale}`);
});

test("no line in Burmese begins with the last consonant of a syllable, even in words that browsers' dictionaries lack", () => {
  const words = new Intl.Segmenter("my", { granularity: "word" });
  for (const folder of [messages, pspMessages])
    for (const [key, text] of Object.entries(folder.read("my")))
      for (const { index } of [...words.segment(text)].slice(1))
        assert.doesNotMatch(text.slice(index - 1), /^[^\s\u2060][က-အ]့?်/u, key);
});
