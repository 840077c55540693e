import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseTests } from "./changed-tests.ts";
import { ImportGraph, namesIn } from "./import-graph.ts";

const tests = [
  "src/kernel/id.test.ts",
  "src/docs/docs.test.ts",
  "test/api/create.test.ts",
  "test/dashboard/home.test.ts",
  "test/start/start.test.ts",
];
const graph = makeGraph({
  "src/kernel/id.test.ts": ["src/kernel/id.ts"],
  "src/docs/docs.test.ts": ["src/docs/guides.ts"],
  "src/docs/guides.ts": ["docs/"],
  "src/design/tokens.ts": [],
  "src/app.ts": ["src/kernel/id.ts", "src/docs/guides.ts", "src/design/tokens.ts"],
  "src/main.js": ["src/app.ts"],
  "test/api/create.test.ts": ["src/app.ts"],
  "test/start/start.test.ts": ["src/main.js", "docs/how-to/start.md"],
  "test/dashboard/home.test.ts": [],
});

function makeGraph(modules: Readonly<Record<string, readonly string[]>>): ImportGraph {
  return new ImportGraph(
    new Map(Object.entries(modules).map(([name, dependencies]) => [name, new Set(dependencies)])),
  );
}

const chosen = (...changed: string[]): readonly string[] => chooseTests(changed, graph, tests).tests;

test("a module calls for the tests that import it, through others and through processes", () => {
  assert.deepEqual(chosen("src/kernel/id.ts"), [
    "src/kernel/id.test.ts",
    "test/api/create.test.ts",
    "test/start/start.test.ts",
  ]);
  assert.deepEqual(chosen("src/main.js"), ["test/start/start.test.ts"]);
  assert.deepEqual(chosen("test/api/create.test.ts"), ["test/api/create.test.ts"]);
});

test("a file that is no module belongs to the modules of its folder or of the nearest one above", () => {
  const dependents = ["test/api/create.test.ts", "test/start/start.test.ts"];
  assert.deepEqual(chosen("src/design/tokens.css"), dependents);
  assert.deepEqual(chosen("src/design/icons/pay/card.svg"), dependents);
});

test("a guide calls for the tests of the docs and those that name it, not for all that serve it", () => {
  assert.deepEqual(chosen("docs/how-to/pay.md"), ["src/docs/docs.test.ts"]);
  assert.deepEqual(chosen("docs/how-to/start.md"), ["src/docs/docs.test.ts", "test/start/start.test.ts"]);
});

test("the dashboard's sources call for the tests of the dashboard", () => {
  assert.deepEqual(chosen("dashboard/src/home.tsx"), ["test/dashboard/home.test.ts"]);
});

test("packages, the runner, and what nothing is known about call for all tests", () => {
  for (const file of ["package-lock.json", "test/runner/run-files.ts", "unknown/file.bin", "strange.txt"]) {
    const choice = chooseTests(["src/main.js", file], graph, tests);
    assert.deepEqual(choice.tests, tests);
    assert.ok(choice.reason?.startsWith(`${file} has changed, and `), choice.reason);
  }
  assert.deepEqual(chosen("biome.json", "test/runner/times.json"), []);
});

test("names of files and folders are found in literals, from the root and from the module", () => {
  const known = new Set([
    "",
    "src/",
    "src/main.js",
    "src/a/b.ts",
    "src/a/",
    "docs/",
    "docs/how-to/",
    "locales/",
  ]);
  const names = (line: string): string[] => namesIn("test/api/x.test.ts", line, known);
  assert.deepEqual(names('spawn(process.execPath, ["src/main.js"])'), ["src/main.js"]);
  assert.deepEqual(names('new URL("../../docs/how-to/", import.meta.url)'), ["docs/how-to/"]);
  assert.deepEqual(names("new URL(`../../docs/how-to/$" + "{name}.md`, import.meta.url)"), ["docs/how-to/"]);
  assert.deepEqual(names("import(`$" + "{root}/src/a/b.ts`)"), ["src/a/b.ts"]);
  assert.deepEqual(names('globSync("src/a/**/*.ts")'), ["src/a/"]);
  assert.deepEqual(names('globSync("**/*.ts")'), [""]);
  assert.deepEqual(names('path.join(root, "locales")'), ["locales/"]);
  assert.deepEqual(names('const area = "docs"; const room = "/docs/how-to/"; const up = "../.."'), []);
});
