/**
 * Runs the tests: starts a PostgreSQL of its own in a temporary folder (or takes the one of KASSA_TEST_DATABASE_URL), runs the test files
 * in a few processes, those that took longest last time first, and ends with one line "N passed, N failed". A file that takes longer than
 * five minutes, a matrix than fifteen (or KASSA_TEST_FILE_TIMEOUT_MS), is ended and has failed. With KASSA_TEST_SECOND_TRY=true, as in CI,
 * up to ten files that failed are run once more, one at a time, and what passed only then is named
 * (docs/decisions/0036-a-second-try-in-ci.md).
 *
 *     npm test                          everything but matrices
 *     npm test -- --changed             those that depend on what has changed since the last commit (test/runner/changed-tests.ts)
 *     npm test -- --changed=origin/main the same since another commit
 *     npm run test:matrix               a kill at each step of each path of money, a look at each state in four languages
 *     npm run test:matrix -- test/crash those below a folder
 *     npm test -- src/sessions          what lies below a folder, matrices included
 *     npm test -- test/browser/pay.test.ts
 */
import { availableParallelism } from "node:os";
import path from "node:path";
import process from "node:process";
import { judgeCost, writeFigure } from "./runner/cpu-guard.ts";
import { CpuMeter, calibrationMs } from "./runner/cpu-time.ts";
import type { FileResult } from "./runner/file-result.ts";
import { find, findMatrices, findTests, isAlone, isMatrix } from "./runner/find-tests.ts";
import { KnownTimes } from "./runner/known-times.ts";
import { preparePrograms } from "./runner/prepare-programs.ts";
import { printResult, printSummary } from "./runner/print-results.ts";
import { runFiles } from "./runner/run-files.ts";
import { compileCache } from "./support/compile-cache.ts";
import { openTestPostgres } from "./support/test-postgres.ts";

process.chdir(path.resolve(import.meta.dirname, ".."));
// What the test files and the processes of their own load, they load in common.
process.env.NODE_COMPILE_CACHE ??= compileCache;

const places = process.argv.slice(2);
const files = await choose(places);
if (files.length === 0) {
  console.error("There is no test at the given place. Test files are named *.test.ts.");
  process.exit(1);
}
await preparePrograms(files);
const times = new KnownTimes();
const postgres = await openTestPostgres();
const startedAt = Date.now();
const loopMs = calibrationMs();
const meter = new CpuMeter(postgres.pid);
let results = await run(times.longestFirst(files), Math.min(8, 2 * availableParallelism()));
const failed = results.filter(({ isPassed }) => !isPassed);
// Many files that fail have a cause in common.
if (process.env.KASSA_TEST_SECOND_TRY === "true" && failed.length > 0 && failed.length <= 10)
  results = await tryAgain(results, failed);
const cpuMs = meter.stop();
printSummary(results);
await postgres.close();
for (const { file, tookMs, isPassed } of results) if (isPassed) times.note(file, tookMs);
const isComplete = places.length === 0;
const mayRenew = process.env.KASSA_TEST_WRITE_TIMES === "true" && isComplete;
times.save(mayRenew);
const total = (count: (result: FileResult) => number): number =>
  results.reduce((sum, result) => sum + count(result), 0);
const passed = total(({ passed }) => passed.length);
const failures = total(({ failures }) => failures.length) + (costsTooMuch() ? 1 : 0);
console.log(`${files.length} files in ${Math.round((Date.now() - startedAt) / 1000)} s`);
console.log(`${passed} passed, ${failures} failed`);
process.exit(failures === 0 && passed > 0 ? 0 : 1);

/** Prints what the run has cost. A run of all tests that costs too much has failed; parts have no figure to compare with. */
function costsTooMuch(): boolean {
  if (cpuMs === undefined) return false;
  // The machine may have had other work for a part of the time.
  const cost = { cpuMs, loopMs: (loopMs + calibrationMs()) / 2 };
  if (mayRenew) writeFigure(cost);
  const { isTooMuch, text } = judgeCost(cost);
  console.log(isComplete ? text : `${Math.round(cpuMs / 1_000)} s of CPU time`);
  return isComplete && isTooMuch;
}

async function choose(places: readonly string[]): Promise<string[]> {
  if (places.length === 0) return findTests();
  const [option, commit = "HEAD"] = places[0]?.split("=") ?? [];
  if (option === "--changed") return chooseChanged(commit);
  if (option === "--matrix")
    return places.length > 1 ? find(places.slice(1)).filter(isMatrix) : findMatrices();
  return find(places);
}

async function chooseChanged(commit: string): Promise<string[]> {
  // Only this needs dependency-cruiser, which takes a second to load.
  const { chooseTestsSince } = await import("./runner/choose-tests-since.ts");
  const chosen = await chooseTestsSince(commit, findTests());
  if (!chosen) {
    console.error(`There is no commit ${commit}.`);
    process.exit(1);
  }
  console.log(chosen.why);
  if (chosen.tests.length === 0) process.exit(0);
  return [...chosen.tests];
}

function run(files: readonly string[], concurrency: number): Promise<FileResult[]> {
  const usualLimitMs = files.some(isMatrix) ? 900_000 : 300_000;
  const limitMs = Number(process.env.KASSA_TEST_FILE_TIMEOUT_MS ?? usualLimitMs);
  let ended = 0;
  const onResult = (result: FileResult): void => {
    ended += 1;
    printResult(result, ended, files.length);
  };
  return runFiles(files, { concurrency, limitMs, isAlone, onResult });
}

async function tryAgain(first: readonly FileResult[], failed: readonly FileResult[]): Promise<FileResult[]> {
  console.log(`${failed.length} files failed, and are run a second time, one after another.`);
  const again = await run(
    failed.map(({ file }) => file),
    1,
  );
  for (const { file, isPassed } of again) if (isPassed) console.log(`Passed only at the second try: ${file}`);
  return [...first.filter(({ isPassed }) => isPassed), ...again];
}
