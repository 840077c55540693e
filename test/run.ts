/**
 * Runs the tests: starts a PostgreSQL of its own in a temporary folder (or takes the one of KASSA_TEST_DATABASE_URL),
 * runs the test files in processes of their own, three at a time, most of them several to a process (`FileGroups`), and
 * ends with one line "N passed, N failed". A file that takes longer than five minutes, a matrix than fifteen (or
 * KASSA_TEST_FILE_TIMEOUT_MS), is ended and has failed.
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
const counts = await runTests(files);
await postgres.close();
console.log(`${files.length} files in ${Math.round((Date.now() - startedAt) / 1000)} s`);
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1);

function findTests(places: readonly string[]): string[] {
  const everywhere = ["src", "test", "sdk/src"];
  const found = (patterns: readonly string[]) => [...new Set(globSync(patterns))].sort(longestFirst);
  let files: string[];
  if (places.length === 0) files = found(everywhere.map(patternOf)).filter((file) => !isMatrix(file));
  else if (places[0] === "--matrix") files = found(everywhere.map(patternOf)).filter(isMatrix);
  else files = found(places.map(patternOf));
  // Whole paths, for Node names a file's own test as it was given, and everything else by its whole path.
  return files.map((file) => path.resolve(file));
}

function isMatrix(file: string): boolean {
  return file.endsWith(".matrix.test.ts");
}

/** Files that start browsers or processes take longest; one that begins last would be waited for by idle cores. */
function longestFirst(one: string, other: string): number {
  const isLong = (file: string): number => Number(/^test.(crash|browser)/.test(file));
  return isLong(other) - isLong(one) || (one < other ? -1 : 1);
}

function patternOf(place: string): string {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ? `${place}/**/*.test.ts` : place;
}

async function runTests(files: readonly string[]): Promise<{ passed: number; failed: number }> {
  const counts = { passed: 0, failed: 0 };
  const usualLimitMs = files.some(isMatrix) ? 900_000 : 300_000;
  const limitMs = Number(process.env.KASSA_TEST_FILE_TIMEOUT_MS ?? usualLimitMs);
  const limit = new FileLimit(limitMs);
  const groups = new FileGroups(files);
  // A test that hangs by itself is ended by Node, sooner than its file: then the report names the test.
  const stream = run({
    files: [...groups.entries],
    concurrency: 3,
    timeout: limitMs * 0.8,
    execArgv: limit.execArgv,
  });
  const times = new FileTimes(stream);
  // A file is reported as a test of its own where it holds none or fails as a whole; only tests inside files count. A suite
  // counts when it fails by itself, as the suite of a file that can't be loaded does.
  stream.on("test:pass", ({ details, name, file }) => {
    if (details.type !== "suite" && name !== file) counts.passed += 1;
  });
  stream.on("test:fail", ({ details }) => {
    if (details.type !== "suite" || !failsByItsTests(details.error)) counts.failed += 1;
  });
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

function failsByItsTests(error: Error): boolean {
  return "failureType" in error && error.failureType === "subtestsFailed";
}
