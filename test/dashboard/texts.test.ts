import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { de } from "../../dashboard/src/texts/de.ts";
import { en } from "../../dashboard/src/texts/en.ts";

// The dashboard's texts: what one area says must not replace what another does, and each language fills in the same values.

const folder = path.resolve(import.meta.dirname, "../../dashboard/src/texts");

for (const language of ["en", "de"])
  test(`no name stands for two texts: ${language}`, async () => {
    const areas = readdirSync(path.join(folder, language));
    const names: string[] = [];
    for (const area of areas) {
      const texts: Record<string, Record<string, string>> = await import(
        pathToFileURL(path.join(folder, language, area)).href
      );
      names.push(...Object.values(texts).flatMap((each) => Object.keys(each)));
    }
    assert.ok(names.length > 500, `${names.length} texts`);
    assert.deepEqual(
      names.filter((name, at) => names.indexOf(name) !== at),
      [],
    );
  });

const valuesIn = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();

test("each text fills in the same values in each language", () => {
  const german: Readonly<Record<string, string>> = de;
  const different = Object.entries(en).filter(
    ([name, text]) => valuesIn(text).join() !== valuesIn(german[name] ?? "").join(),
  );
  assert.deepEqual(different, []);
});
