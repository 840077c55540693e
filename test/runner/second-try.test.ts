import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { runTestRunner } from "./run-test-runner.ts";

/** In CI, failed tests run a second time. One that passes then is named and doesn't count as failed; any other does. */
const folder = mkdtempSync(path.join(tmpdir(), "kassa-second-try-"));
after(() => rmSync(folder, { recursive: true }));

const imports = `import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { before, test } from "node:test";
function firstTime() {
  const mark = import.meta.filename + ".ran";
  if (existsSync(mark)) return false;
  writeFileSync(mark, "");
  return true;
}
`;

function write(files: Record<string, string>): string[] {
  const own = mkdtempSync(path.join(folder, "files-"));
  return Object.entries(files).map(([name, source]) => {
    const file = path.join(own, `${name}.test.ts`);
    writeFileSync(file, imports + source);
    return file;
  });
}

const sound = `test("is sound", () => {});`;
const manySound = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((number) => [`sound-${number}`, sound]));
const byChance = `test("passes", () => {}); test("fails once", () => assert.ok(!firstTime()));`;

test("names and passes a test that fails only once, in a file of its own and in a group", {
  timeout: 120_000,
}, async () => {
  for (const others of [{}, manySound]) {
    const { code, printed } = await runTestRunner(write({ "by-chance": byChance, ...others }), 30_000, true);
    assert.equal(code, 0, printed);
    assert.match(printed, /^Passed only at the second try: .*by-chance\.test\.ts$/m);
    assert.match(printed, new RegExp(`^${2 + Object.keys(others).length} passed, 0 failed$`, "m"));
  }
});

test("counts a test that fails twice, and counts the tests beside it only once", {
  timeout: 120_000,
}, async () => {
  const files = write({ "by-chance": byChance, fails: `${sound} test("fails", () => assert.fail());` });
  const { code, printed } = await runTestRunner(files, 30_000, true);
  assert.equal(code, 1);
  assert.match(printed, /^3 passed, 1 failed$/m);
  assert.doesNotMatch(printed, /second try: .*fails\.test\.ts/);
});

test("runs a file again whose process ended, and the others only once", { timeout: 120_000 }, async () => {
  const files = write({
    ...manySound,
    "sound-4": `test("ends", () => { if (firstTime()) process.exit(3); });`,
    "sound-9": sound,
  });
  const { code, printed } = await runTestRunner(files, 30_000, true);
  assert.equal(code, 0, printed);
  assert.match(printed, /sound-4\.test\.ts ended with the exit code 3\.$/m);
  assert.match(printed, /^Passed only at the second try: .*sound-4\.test\.ts$/m);
  assert.doesNotMatch(printed, /second try: .*sound-[^4]/);
  assert.match(printed, /^9 passed, 0 failed$/m);
});

test("gives failed hooks and files that can't be loaded a second try", { timeout: 120_000 }, async () => {
  const files = write({
    ...manySound,
    hook: `before(() => assert.ok(!firstTime())); ${sound}`,
    load: `if (firstTime()) throw new Error("load"); ${sound}`,
  });
  const { code, printed } = await runTestRunner(files, 30_000, true);
  assert.equal(code, 0, printed);
  assert.match(printed, /^10 passed, 0 failed$/m);
});

test("gives no second try to more than ten failed files, or without KASSA_TEST_SECOND_TRY", {
  timeout: 120_000,
}, async () => {
  const eleven = Array.from({ length: 11 }, (_, number) => [`by-chance-${number}`, byChance] as const);
  const { printed: many } = await runTestRunner(write(Object.fromEntries(eleven)), 30_000, true);
  assert.match(many, /^11 passed, 11 failed$/m);
  const { printed: unasked } = await runTestRunner(write({ "by-chance": byChance }), 30_000);
  assert.match(unasked, /^1 passed, 1 failed$/m);
});
