import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { en } from "../../dashboard/src/texts/en.ts";
import { languages } from "../../dashboard/src/texts/languages.ts";
import { faultsOfTexts } from "../../scripts/faults-of-texts.ts";

// The dashboard's texts: what one area says must not replace what another does, and each language fills in the same values.

const folder = path.resolve(import.meta.dirname, "../../dashboard/src/texts");

for (const [language, load] of Object.entries(languages)) {
  test(`no name stands for two texts, and no area is left out: ${language}`, async () => {
    const areas = readdirSync(path.join(folder, language));
    const names: string[] = [];
    for (const area of areas) {
      const texts: Record<string, Record<string, string>> = await import(
        pathToFileURL(path.join(folder, language, area)).href
      );
      names.push(...Object.values(texts).flatMap((each) => Object.keys(each)));
    }
    assert.ok(names.length > 0, "no texts");
    assert.deepEqual(names.toSorted(), Object.keys(await load()).toSorted());
  });

  test(`nothing is wrong with the texts: ${language}`, async () => {
    assert.deepEqual(faultsOfTexts(language, await load(), en), []);
  });
}

test("each folder of texts is one of the languages", () => {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.deepEqual(folders.map(({ name }) => name).toSorted(), Object.keys(languages).toSorted());
});

const polish = "{days, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}}";
const cases: readonly (readonly [name: string, text: string, fault: RegExp | null])[] = [
  ["home.days", polish, null],
  ["home.days", `${polish} {days}`, null],
  ["home.days", "{days, plural, =1 {dzień} one {# dzień} few {# dni} many {# dni} other {# dnia}}", null],
  ["home.dayz", "x", /English has no text of this name/],
  ["home.title", " ", /it is empty/],
  ["home.days", "dni", /it has lost \{days\}/],
  ["home.days", "{dni} {days}", /nothing fills in \{dni\}/],
  ["home.days", "{days, plural, one {# dzień} other {# dni}}", /pl has few, many, one, other/],
  ["home.days", "{days, plural, one {# dzień} few {# dni}", /it is no ICU message/],
  ["home.days", "{days, selectordinal, one {#} few {#} many {#} other {#}}", /no ordinal numbers/],
  ["home.days", "{days, number}", /isn’t a number/],
  ["home.days", "{days, date}", /only \{value\}, \{value, number\} and plurals/],
  ["home.before", `{value, plural, one {#} few {#} many {#} other {#}} ${polish}`, /isn’t a count/],
  ["home.days", "l'{days}", /an apostrophe before a brace/],
];

for (const [name, text, fault] of cases)
  test(`a Polish text ${fault ? "with a fault" : "without fault"}: ${name}: ${text}`, () => {
    const [found, ...more] = faultsOfTexts("pl", { [name]: text }, en);
    assert.deepEqual(more, []);
    if (fault) assert.match(found ?? "", fault);
    else assert.equal(found, undefined);
  });

test("what a language lacks is no fault", () => {
  assert.deepEqual(faultsOfTexts("pl", { "home.title": "Strona główna" }, en), []);
});
