import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { hang, runTestRunner } from "./run-test-runner.ts";

/** Several test files share a process: each test is counted once whatever a file does, and failures are named. */
const folder = mkdtempSync(path.join(tmpdir(), "kassa-groups-"));
after(() => rmSync(folder, { recursive: true }));

const sound = `let opened = false;
before(() => { opened = true; });
test("is sound", () => assert.ok(opened));
after(() => { opened = false; });`;
const sources: Record<string, string> = {
  "a-fails": `before(() => {}); test("fails", () => assert.fail()); test("passes", () => {});`,
  "b-hook": `before(() => assert.fail("hook")); test("has no stage", () => {});`,
  "c-import": `import "./nothing.ts";`,
  "d-after": `after(() => assert.fail("after")); test("passes", () => {});`,
  ...Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`e-sound-${number}`, sound])),
};

function write(files: Record<string, string>): string[] {
  return Object.entries(files).map(([name, source]) => {
    const file = path.join(folder, `${name}.test.ts`);
    const imports = `import assert from "node:assert/strict";\nimport { after, before, test } from "node:test";\n`;
    writeFileSync(file, imports + source);
    return file;
  });
}

test("runs each file's hooks for that file only, and counts every failure", {
  timeout: 120_000,
}, async () => {
  const { code, printed } = await runTestRunner(write(sources), 30_000);
  assert.equal(code, 1);
  for (const name of ["a-fails", "b-hook", "c-import", "d-after"])
    assert.match(printed, new RegExp(`✖ \\S*${name}\\.test\\.ts  `));
  assert.match(printed, /Cannot find module .*nothing\.ts/);
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/m.exec(printed) ?? [];
  assert.equal(passed, "7", "the second of a-fails, the one of d-after, and five sound ones");
  assert.ok(Number(failed) >= 4, printed);
});

test("ends a hanging file, and runs those that come after it in another process", {
  timeout: 120_000,
}, async () => {
  const files = write({
    ...sources,
    "e-sound-3": `test("hangs", () => { ${hang} });`,
  });
  const { code, printed } = await runTestRunner(files, 10_000);
  assert.equal(code, 1);
  assert.match(printed, /e-sound-3\.test\.ts took longer than 10 s and was ended\.$/m);
  for (const number of [1, 2, 4, 5])
    assert.match(printed, new RegExp(`✔ \\S*e-sound-${number}\\.test\\.ts  1 tests`));
  assert.match(printed, /^6 passed, \d+ failed$/m);
});
