/**
 * Runs the tests: starts a PostgreSQL of its own in a temporary folder (or takes the one of KASSA_TEST_DATABASE_URL),
 * runs the test files in processes of their own, four at a time, most of them several to a process (`FileGroups`), and
 * ends with one line "N passed, N failed". A file that takes longer than five minutes, a matrix than fifteen (or
 * KASSA_TEST_FILE_TIMEOUT_MS), is ended and has failed. With KASSA_TEST_SECOND_TRY=true, as in CI, up to ten files that
 * failed are run once more, one at a time, and what passed only then is named (docs/decisions/0036-a-second-try-in-ci.md).
 *
 *     npm test                          everything but matrices
 *     npm run test:matrix               a kill at each step of each path of money, a look at each state in four languages
 *     npm test -- src/sessions          what lies below a folder, matrices included
 *     npm test -- test/browser/pay.test.ts
 */
import { globSync, statSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { compileCache } from "./support/compile-cache.ts";
import { FileCounts } from "./support/file-counts.ts";
import { FileGroups } from "./support/file-groups.ts";
import { FileLimit } from "./support/file-limit.ts";
import { FileTimes } from "./support/file-times.ts";
import { openTestPostgres } from "./support/test-postgres.ts";

const root = path.resolve(import.meta.dirname, "..");
process.chdir(root);
// What the test files and the processes of their own load, they load in common.
process.env.NODE_COMPILE_CACHE ??= compileCache;

const files = findTests(process.argv.slice(2));
if (files.length === 0) {
  console.error("There is no test at the given place. Test files are named *.test.ts.");
  process.exit(1);
}
const postgres = await openTestPostgres();
const startedAt = Date.now();
const counts = await runTests(files, 4);
const { failedFiles } = counts;
if (mayTryAgain(failedFiles)) await tryAgain(failedFiles);
await postgres.close();
const { passed, failed } = counts.total;
console.log(`${files.length} files in ${Math.round((Date.now() - startedAt) / 1000)} s`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

/** Many files that fail have a cause in common. */
function mayTryAgain(failedFiles: readonly string[]): boolean {
  if (process.env.KASSA_TEST_SECOND_TRY !== "true") return false;
  const areTestFiles = failedFiles.every((file) => files.includes(file));
  return areTestFiles && failedFiles.length > 0 && failedFiles.length <= 10;
}

async function tryAgain(failedFiles: readonly string[]): Promise<void> {
  console.log(`${failedFiles.length} files failed, and are run a second time, one after another.`);
  const again = await runTests(failedFiles, 1);
  for (const file of failedFiles.filter((file) => !again.failedFiles.includes(file)))
    console.log(`Passed only at the second try: ${path.relative(root, file)}`);
  counts.replaceFailed(again);
}

function findTests(places: readonly string[]): string[] {
  const everywhere = ["src", "test", "sdk/src"];
  const found = (patterns: readonly string[]) => [...new Set(globSync(patterns))].sort(longestFirst);
  let files: string[];
  if (places.length === 0)
    files = found(everywhere.map(patternOf)).filter((file) => !isMatrix(file) && !isDistributed(file));
  else if (places[0] === "--matrix") files = found(everywhere.map(patternOf)).filter(isMatrix);
  else files = found(places.map(patternOf));
  // Whole paths, for Node names a file's own test as it was given, and everything else by its whole path.
  return files.map((file) => path.resolve(file));
}

function isMatrix(file: string): boolean {
  return file.endsWith(".matrix.test.ts");
}

/** They need a Citus cluster; `npm run test:distributed` runs them. */
function isDistributed(file: string): boolean {
  return file.endsWith(".distributed.test.ts");
}

/** Files that start browsers or processes take longest; one that begins last would be waited for by idle cores. */
function longestFirst(one: string, other: string): number {
  const isLong = (file: string): number => Number(/^test.(crash|browser)/.test(file));
  return isLong(other) - isLong(one) || (one < other ? -1 : 1);
}

function patternOf(place: string): string {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ? `${place}/**/*.test.ts` : place;
}

async function runTests(files: readonly string[], concurrency: number): Promise<FileCounts> {
  const usualLimitMs = files.some(isMatrix) ? 900_000 : 300_000;
  const limitMs = Number(process.env.KASSA_TEST_FILE_TIMEOUT_MS ?? usualLimitMs);
  const limit = new FileLimit(limitMs);
  const groups = new FileGroups(files);
  // A test that hangs by itself is ended by Node, sooner than its file: then the report names the test.
  const stream = run({
    files: [...groups.entries],
    concurrency,
    timeout: limitMs * 0.8,
    execArgv: limit.execArgv,
  });
  const times = new FileTimes(stream);
  const counts = new FileCounts(stream, (file) => groups.filesOf(file));
  await new Promise<void>((resolve, reject) => {
    stream.compose(spec).on("end", resolve).on("error", reject).pipe(process.stdout, { end: false });
  });
  limit.close();
  groups.close();
  for (const file of limit.ended) {
    console.log(`${file} took longer than ${limitMs / 1000} s and was ended.`);
    for (const next of groups.after(path.resolve(file)))
      console.log(`${path.relative(root, next)} was to run after it and didn't.`);
  }
  if (files.length > 20) console.log(times.slowest(12));
  return counts;
}
