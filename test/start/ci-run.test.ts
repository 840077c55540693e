import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { readLastFull } from "../../scripts/ci/last-full.ts";
import { partNames } from "../../scripts/ci/parts.ts";

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

/** What `npm run choose-ci-parts` prints if only the prover isn't called for. */
const allButProver = [
  ...partNames
    .filter((part) => part !== "prover")
    .map((part) => `${part} run src/app.ts has changed since 1a2b3c4d`),
  "prover skip nothing that calls for it has changed since 1a2b3c4d",
].join("\n");

/**
 * @param tests what `npm run test` does, as a shell command
 * @param parts what `npm run choose-ci-parts` prints; in doubt, which is nothing, every part runs
 */
function runCi(
  tests: string,
  parts = "",
  env: Record<string, string> = {},
): { code: number | null; output: string; last: string | undefined } {
  writeExecutable(
    "bin/npm",
    `#!/bin/sh
case "$1 $2" in
"run test") ${tests} ;;
"run test:matrix") echo "2 passed, 0 failed" ;;
"run --silent") echo "${parts}" ;;
"run prove") echo proven ;;
esac
`,
  );
  const { status, stdout } = spawnSync(path.join(folder, ".ci/run"), [], {
    env: { PATH: `${folder}/bin:/usr/bin:/bin`, ...env },
    encoding: "utf8",
  });
  return { code: status, output: stdout, last: stdout.trimEnd().split("\n").at(-1) };
}

// Two runs of matrices with two tests each; check:api, check:stripe and the two runs of the prover count as one test each.
for (const [what, tests, code, last] of [
  ["tests that pass are added up", "echo 5 passed, 0 failed", 0, "13 passed, 0 failed"],
  ["tests that fail are added up", "echo 5 passed, 3 failed; exit 1", 1, "13 passed, 3 failed"],
  [
    "tests that end with an error and count no failure",
    "echo 5 passed, 0 failed; exit 1",
    1,
    "13 passed, 1 failed",
  ],
  ["tests that are cut short", "echo begun; exit 137", 1, "8 passed, 1 failed"],
] as const)
  test(`${what}: ${last}`, () => {
    const ended = runCi(tests);
    assert.deepEqual([ended.code, ended.last], [code, last], ended.output);
  });

test("successful tests without a count are a failure with an explanation", () => {
  for (const tests of ["true", "echo all is well", "echo 0 passed, 0 failed"]) {
    const { code, last, output } = runCi(tests);
    assert.deepEqual([code, last], [1, "8 passed, 1 failed"], output);
    assert.match(
      output,
      /What failed, once more:\n── the PostgreSQL that Kassa brings along: .*no test was counted/,
    );
  }
});

test("a part that isn't called for is named with the reason, and the others run", () => {
  const { code, last, output } = runCi("echo 5 passed, 0 failed", allButProver);
  assert.deepEqual([code, last], [0, "11 passed, 0 failed"], output);
  assert.match(output, /^── Not run: the prover: nothing that calls for it has changed since 1a2b3c4d\.$/m);
  assert.match(
    output,
    /^── Called for: the matrices of crashes: src\/app\.ts has changed since 1a2b3c4d\.$/m,
  );
  assert.doesNotMatch(output, /proven/);
});

test("the seconds of each part that ran are named at the end", () => {
  const { output } = runCi("echo 5 passed, 0 failed", allButProver);
  const [, listed = ""] = /^── Seconds of each part, \d+ in all:\n([\s\S]*)$/m.exec(output) ?? [];
  assert.match(listed, /^ +\d+ {2}npm run check$/m);
  assert.match(listed, /^ +\d+ {2}tests on the PostgreSQL that Kassa brings along$/m);
  assert.doesNotMatch(listed, /prover/);
});

test("the list of failed tests is said again without the slowest files that follow it", () => {
  const run = [
    "1/1 ✖ test/a.test.ts  5 passed, 1 failed, 0.1 s",
    "",
    "✖ failing tests:",
    "  ✖ test/a.test.ts: adds",
    "      AssertionError: 1 is not 2",
    "",
    "The slowest files, with the CPU time of their process and those that it ended:",
    "    1.0 s     2.0 s  test/a.test.ts",
    "1 files in 3 s",
    "5 passed, 1 failed",
  ];
  const { output } = runCi(
    `printf '%s\\n' ${run.map((line) => `'${line}'`).join(" ")}; exit 1`,
    allButProver,
  );
  const [, again = ""] = /^── What failed, once more:\n([\s\S]*?)^── Seconds/m.exec(output) ?? [];
  assert.equal(
    again,
    "── the PostgreSQL that Kassa brings along:\n✖ failing tests:\n  ✖ test/a.test.ts: adds\n" +
      "      AssertionError: 1 is not 2\n1 files in 3 s\n",
  );
});

test("a whole run tests all layouts, and notes its commit and what it could not run only if it passed", () => {
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=CI", "-c", "user.email=ci@localhost", ...args], {
      cwd: folder,
      encoding: "utf8",
    }).trim();
  git("init", "--quiet");
  git("add", ".ci");
  git("commit", "--quiet", "--message", "a commit");
  const place = path.join(folder, ".ci/last-full");
  const whole = { KASSA_CI: "full" };

  assert.equal(runCi("echo 5 passed, 1 failed; exit 1", "", whole).code, 1);
  assert.equal(existsSync(place), false);
  runCi("echo 5 passed, 0 failed");
  assert.equal(existsSync(place), false);

  const { code, output } = runCi(
    'echo "layouts: $KASSA_TEST_ALL_LAYOUTS"; echo 5 passed, 0 failed',
    "",
    whole,
  );
  assert.equal(code, 0, output);
  assert.match(output, /^layouts: true$/m);
  assert.deepEqual(readLastFull(readFileSync(place, "utf8")), {
    commit: git("rev-parse", "HEAD"),
    notRun: ["nginx", "postgres-15", "citus"],
  });
});
