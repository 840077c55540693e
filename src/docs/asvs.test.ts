import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

/** Checks the OWASP ASVS tables in docs/contributing/asvs: all requirements are listed, and all named files exist. */
const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(root, "docs/contributing/asvs");
const overview = path.join(root, "docs/contributing/asvs.md");
const pages = readdirSync(folder).map((name) => path.join(folder, name));

type Line = { readonly number: string; readonly level: string; readonly state: string; readonly by: string };

/** The rows of the pages' tables. */
const lines: readonly Line[] = pages.flatMap((page) =>
  Array.from(
    readFileSync(page, "utf8").matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm),
    ([, number = "", level = "", state = "", by = ""]) => ({ number, level, state, by }),
  ),
);

test("every requirement of levels 1 and 2 is listed once, in the standard's order", () => {
  const numbers = readFileSync(new URL("fixtures/asvs-5.0.0.txt", import.meta.url), "utf8")
    .trim()
    .split("\n");
  assert.equal(numbers.length, 253);
  assert.deepEqual(
    lines.map(({ number, level }) => `${number} ${level}`),
    numbers,
  );
});

test("every row has a state and an explanation, and rows that are met name a file", () => {
  for (const { number, state, by } of lines) {
    assert.match(state, /^(Met|Not met|Operator|n\/a)$/, number);
    assert.ok(by.length > 3, number);
    if (state === "Met") assert.match(by, /\]\([^)]+\)/, number);
  }
});

test("every file that the pages name exists", () => {
  for (const page of [overview, ...pages]) {
    const text = readFileSync(page, "utf8");
    for (const [, target = ""] of text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g))
      assert.ok(existsSync(path.resolve(path.dirname(page), target)), `${page} names ${target}`);
    // A file named without a link would escape the check above.
    for (const [, named = ""] of text.matchAll(/(?<!\[)`((?:src|test|docs|deploy|scripts)\/[^`]+)`/g))
      assert.fail(`${page} names ${named} without a link to it`);
  }
});

test("the overview has the right counts and lists all requirements that are not met", () => {
  const text = readFileSync(overview, "utf8");
  const count = (wanted: string) => lines.filter(({ state }) => state === wanted).length;
  const [, ...counted] = /^\| All \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/m.exec(text) ?? [];
  assert.deepEqual(counted.map(Number), ["Met", "Not met", "Operator", "n/a"].map(count));
  const listed = Array.from(text.matchAll(/^\| \[(\d+\.\d+\.\d+)\]/gm), ([, number]) => number);
  assert.deepEqual(
    listed,
    lines.filter(({ state }) => state === "Not met").map(({ number }) => number),
  );
});
