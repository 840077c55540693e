/**
 * Proves by trying: drives a random mix of everything that moves money through several processes of Kassa on a real
 * PostgreSQL, breaks what can break meanwhile, lets all come to rest, and judges what is there. See docs/reliability.md.
 *
 *     npm run prove -- --seed 7 --sessions 500
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { countAll } from "./counts.ts";
import { Injector } from "./faults/inject.ts";
import { scheduleFaults } from "./faults/schedule.ts";
import { type House, openHouse } from "./house/house.ts";
import { readTransitions } from "./house/transitions.ts";
import { belowFloor, coverageOf, describeCoverage, missedStates } from "./judge/coverage.ts";
import { judge } from "./judge/judge.ts";
import { type Options, readOptions, replayCommand } from "./options.ts";
import { Addresses } from "./play/addresses.ts";
import { ApiClient } from "./play/client.ts";
import { advanceToTheEnd, type TestClock } from "./play/clocks.ts";
import { makeEndpoints } from "./play/endpoints.ts";
import { Journal } from "./play/journal.ts";
import { playAll } from "./play/play-all.ts";
import { describeProgress, showProgress } from "./progress.ts";
import { Random } from "./random.ts";
import { calm, comeToRest } from "./rest.ts";

const shownAtMost = 50;

const options = readOptions(process.argv.slice(2));
const startedAt = performance.now();
const folder = mkdtempSync(path.join(tmpdir(), "kassa-prove-"));
// PostgreSQL never runs as root, and whoever runs it must get there.
chmodSync(folder, 0o711);
console.log(`Seed ${options.seed}. To do the same again: ${replayCommand(options)}`);
const random = new Random(options.seed);
const house = await openHouse(options, random.child("house"), folder);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    console.log(`Stopped by ${signal}.`);
    void house.close().finally(() => process.exit(130));
  });
try {
  const violations = await prove(house, options, random);
  process.exitCode = violations.length === 0 ? 0 : 1;
  if (violations.length > 0) report(violations);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(`Seed ${options.seed}: ${violations.length} violations, ${seconds} s.`);
} finally {
  await house.close();
  if (process.exitCode === 0 && !options.keep) rmSync(folder, { recursive: true, force: true });
}

async function prove(house: House, options: Options, random: Random): Promise<readonly string[]> {
  const journal = new Journal();
  const addresses = new Addresses(house.kassas.map(({ url }) => url));
  const client = new ApiClient(addresses, journal);
  await makeEndpoints(house, client, random.child("endpoints"));
  const faults = options.faults ? scheduleFaults(random.child("faults"), options) : [];
  const injector = new Injector(house, faults);
  const state = { begun: 0, done: 0, of: options.sessions };
  const progress = showProgress(() => describeProgress(state, house, injector, journal));
  const clocks: TestClock[] = [];
  await playAll({ house, addresses, client, journal, clocks }, options, random, state, injector);
  await injector.settled();
  await calm(house, options);
  progress.stop();
  const stopped = await advanceToTheEnd(clocks);
  const rest = await comeToRest(house, options);
  console.log(`At rest after ${(rest.tookMs / 1_000).toFixed(1)} s. Judging …`);
  const verdict = await judge(house, {
    journal,
    client,
    random: random.child("judge"),
    hadFaults: options.faults,
  });
  show(await countAll({ house, injector, journal, sessions: state.done, verdict }));
  const diedAt = house.kassas.flatMap((kassa) => kassa.diedAt);
  const coverage = coverageOf(await readTransitions(house.cluster), diedAt);
  const size = { sessions: state.done, crashes: diedAt.length };
  show(describeCoverage(coverage, size));
  console.log(`           not reached: ${missedStates(coverage)}`);
  const unfinished = [
    ...rest.overdue.map((words) => `not gone on with for 30 s: ${words}`),
    ...rest.left.map((words) => `unfinished: ${words}`),
  ];
  return [
    ...stopped,
    ...unfinished,
    ...injector.errors,
    ...verdict.violations,
    ...belowFloor(coverage, size),
  ];
}

function show(figures: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(figures)) console.log(`${String(count).padStart(9)}  ${name}`);
}

function report(violations: readonly string[]): void {
  console.log(`\n${violations.length} violations:`);
  for (const words of violations.slice(0, shownAtMost)) console.log(`  ${words}`);
  if (violations.length > shownAtMost) console.log("  …");
  console.log(`\nThe database and the logs are kept in ${folder}.`);
  console.log(`To do the same again, as far as timing allows: ${replayCommand(options)}`);
}
