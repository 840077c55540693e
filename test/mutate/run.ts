/**
 * Tests the tests: changes the code in one place at a time, as StrykerJS does and by its instrumenter, and looks whether a
 * test of the same room fails. A sample that a seed decides, bounded in time; see docs/contributing/reliability.md.
 *
 *     npm run test:mutate                                    15 minutes, all rooms of rooms.ts
 *     npm run test:mutate -- src/kernel src/payments/state.ts
 *     npm run test:mutate -- --seed 7 --sample 300 --minutes 6 --jobs 2
 */
import path from "node:path";
import process from "node:process";
import { Random } from "../prove/random.ts";
import { openTestPostgres } from "../support/test-postgres.ts";
import { readOptions } from "./options.ts";
import { describe, type Judged, writeReport } from "./report.ts";
import { besideOf, roomOf, sourcesIn, testsOf } from "./rooms.ts";
import { type Covering, coverageOf, runTestFile } from "./run-test-file.ts";
import { type Mutant, makeSandbox, type Sandbox } from "./sandbox.ts";

process.chdir(path.resolve(import.meta.dirname, "../.."));
const options = readOptions(process.argv.slice(2));
const startedAt = performance.now();
const givenUpAt = startedAt + options.minutes * 60_000;
/** The share of the time for tests without a mutant, so that some is left for the mutants. */
const dryRunShare = 0.4;
const postgres = await openTestPostgres();
const sources = sourcesIn(options.places);
const sandbox = await makeSandbox(sources);
try {
  const covering = await coverRooms(sandbox);
  const judged = await judgeAll(sandbox, covering);
  console.log(describe(judged));
  console.log(`The whole report is in ${writeReport(judged)}.`);
} finally {
  sandbox.close();
  await postgres.close();
}

/** For each room, the tests that pass without a mutant, with the mutants that each executes. */
async function coverRooms({ folder, mutants }: Sandbox): Promise<Map<string, Covering[]>> {
  const rooms = new Set(mutants.map(({ fileName }) => roomOf(fileName)));
  const covering = new Map<string, Covering[]>();
  let begun = 0;
  for (const room of rooms) {
    begun += 1;
    const until = startedAt + (begun / rooms.size) * dryRunShare * (givenUpAt - startedAt);
    covering.set(room, await coverRoom(folder, room, until));
  }
  return covering;
}

async function coverRoom(folder: string, room: string, until: number): Promise<Covering[]> {
  const files: Covering[] = [];
  let leftOut = 0;
  await eachOf(testsOf(room, options.beside ? sources : undefined), async (file) => {
    const leftMs = until - performance.now();
    const covered = leftMs > 0 ? await coverageOf(folder, file, leftMs) : "late";
    if (covered === "late") leftOut += 1;
    else if (covered) files.push(covered);
    else console.log(`${file} fails without a mutant, and is left out.`);
  });
  const tookSeconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  console.log(
    `${room}: ${files.length} test files, ${leftOut} left out for lack of time (${tookSeconds} s so far)`,
  );
  return files;
}

async function judgeAll(
  { folder, mutants }: Sandbox,
  covering: ReadonlyMap<string, readonly Covering[]>,
): Promise<Judged[]> {
  const shuffled = shuffle(mutants);
  const judged: Judged[] = shuffled
    .slice(options.sample)
    .map((mutant) => ({ mutant, verdict: "Ignored" as const }));
  await eachOf(shuffled.slice(0, options.sample), async (mutant) => {
    const tests = inOrder(covering.get(roomOf(mutant.fileName)) ?? [], mutant);
    judged.push(
      performance.now() > givenUpAt ? { mutant, verdict: "Ignored" } : await judge(folder, mutant, tests),
    );
  });
  return judged.sort((one, other) => Number(one.mutant.id) - Number(other.mutant.id));
}

/** The tests that execute a mutant: the one beside its file first, then the fastest. */
function inOrder(covering: readonly Covering[], { id, fileName }: Mutant): Covering[] {
  const beside = besideOf(fileName);
  return covering
    .filter(({ passes }) => passes.has(id))
    .sort((one, other) => (one.file === beside ? -1 : other.file === beside ? 1 : one.tookMs - other.tookMs));
}

/** The verdict of the tests on a mutant; "Ignored" if the time is up before. */
async function judge(folder: string, mutant: Mutant, tests: readonly Covering[]): Promise<Judged> {
  for (const { file, tookMs } of tests) {
    const leftMs = givenUpAt - performance.now();
    const limitMs = tookMs * 3 + 5_000;
    const ended =
      leftMs > 0 ? await runMutant(folder, file, Math.min(limitMs, leftMs), mutant) : ("timeout" as const);
    if (ended === "failed") return { mutant, verdict: "Killed", killedBy: file };
    if (ended === "timeout")
      return leftMs < limitMs
        ? { mutant, verdict: "Ignored" }
        : { mutant, verdict: "Timeout", killedBy: file };
  }
  return { mutant, verdict: tests.length === 0 ? "NoCoverage" : "Survived" };
}

async function runMutant(folder: string, file: string, limitMs: number, mutant: Mutant) {
  const { ended } = await runTestFile(folder, file, limitMs, { __STRYKER_ACTIVE_MUTANT__: mutant.id });
  return ended;
}

function shuffle(mutants: readonly Mutant[]): Mutant[] {
  const random = new Random(`mutants ${options.seed}`);
  const drawn = mutants.map((mutant) => ({ mutant, place: random.next() }));
  return drawn.sort((one, other) => one.place - other.place).map(({ mutant }) => mutant);
}

/** Does the work for each item, several at a time. */
async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: options.jobs }, worker));
}
