import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { hang, runTestRunner } from "./run-test-runner.ts";

const root = path.resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(path.join(tmpdir(), "kassa-hanging-"));
after(() => rmSync(folder, { recursive: true }));

/** Runs `npm test` on some files, with a limit of ten seconds for each. */
function runTests(files: Record<string, string>): Promise<{ code: number; printed: string }> {
  const paths = Object.entries(files).map(([name, source]) => {
    const file = path.join(folder, name);
    writeFileSync(file, `import { test } from "node:test";\n${source}`);
    // Relative paths, as `npm test` finds its files.
    return path.relative(root, file);
  });
  return runTestRunner(paths, 10_000);
}

test("ends and fails a hanging file by name, whatever it hangs in, and counts the others", {
  timeout: 120_000,
}, async () => {
  const { code, printed } = await runTests({
    "hangs.test.ts": `test("hangs", () => { ${hang} });`,
    "stays.test.ts": `process.on("SIGTERM", () => {}); test("is done", () => {}); setInterval(() => {}, 1000);`,
    "sound.test.ts": `test("is sound", () => {});`,
  });
  assert.equal(code, 1);
  assert.match(printed, /hangs\.test\.ts took longer than 10 s and was ended\.$/m);
  assert.match(
    printed,
    /went on for \d+ s after its last file, \S*stays\.test\.ts: a test left something open\.$/m,
  );
  assert.doesNotMatch(printed, /sound\.test\.ts took longer/);
  assert.match(printed, /^2 passed, 2 failed$/m);
});
