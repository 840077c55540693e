import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";

/** Runs `.ci/run` with a fake npm, and without nginx, PostgreSQL 15 and Citus. */
const folder = mkdtempSync(path.join(tmpdir(), "kassa-ci-test-"));
after(() => rmSync(folder, { recursive: true }));

const script = readFileSync(path.resolve(import.meta.dirname, "../../.ci/run"), "utf8");
mkdirSync(path.join(folder, ".ci"));
mkdirSync(path.join(folder, "bin"));
writeExecutable(
  ".ci/run",
  script
    .replace(/^postgres_bin=.*$/m, "postgres_bin=/nowhere")
    .replace(/^citus_control=.*$/m, "citus_control=/nowhere")
    .replace("command -v nginx", "false"),
);

function writeExecutable(name: string, text: string): void {
  writeFileSync(path.join(folder, name), text);
  chmodSync(path.join(folder, name), 0o755);
}

/** @param tests what `npm run test` does, as a shell command */
function runCi(tests: string): { code: number | null; output: string; last: string | undefined } {
  writeExecutable(
    "bin/npm",
    `#!/bin/sh\ncase "$1 $2" in\n"run test") ${tests} ;;\n"run test:matrix") echo "2 passed, 0 failed" ;;\nesac\n`,
  );
  const { status, stdout } = spawnSync(path.join(folder, ".ci/run"), [], {
    env: { PATH: `${folder}/bin:/usr/bin:/bin` },
    encoding: "utf8",
  });
  return { code: status, output: stdout, last: stdout.trimEnd().split("\n").at(-1) };
}

// check:api, check:stripe and the two runs of the prover count as one test each.
for (const [what, tests, code, last] of [
  ["tests that pass are added up", "echo 5 passed, 0 failed", 0, "11 passed, 0 failed"],
  ["tests that fail are added up", "echo 5 passed, 3 failed; exit 1", 1, "11 passed, 3 failed"],
  [
    "tests that end with an error and count no failure",
    "echo 5 passed, 0 failed; exit 1",
    1,
    "11 passed, 1 failed",
  ],
  ["tests that are cut short", "echo begun; exit 137", 1, "6 passed, 1 failed"],
] as const)
  test(`${what}: ${last}`, () => {
    const ended = runCi(tests);
    assert.deepEqual([ended.code, ended.last], [code, last], ended.output);
  });

test("successful tests without a count are a failure with an explanation", () => {
  for (const tests of ["true", "echo all is well", "echo 0 passed, 0 failed"]) {
    const { code, last, output } = runCi(tests);
    assert.deepEqual([code, last], [1, "6 passed, 1 failed"], output);
    assert.match(
      output,
      /What failed, once more:\n── the PostgreSQL that Kassa brings along: .*no test was counted/,
    );
  }
});
