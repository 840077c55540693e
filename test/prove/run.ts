/**
 * Runs a random workload of all operations that move money against several Kassa processes and a real PostgreSQL, while it injects
 * faults. Then it waits until the system is quiescent, and checks every invariant. See docs/contributing/reliability.md.
 *
 *     npm run prove -- --seed 7 --sessions 500
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { FaultInjector } from "./faults/inject.ts";
import { scheduleFaults } from "./faults/schedule.ts";
import { collectFigures } from "./figures.ts";
import { belowFloor, coverageOf, describeCoverage, unreachedStates } from "./judge/coverage.ts";
import { judge } from "./judge/judge.ts";
import { describeWork } from "./judge/missing-work.ts";
import { type Options, readOptions, replayCommand } from "./options.ts";
import { describeProgress, showProgress } from "./progress.ts";
import { stopFaults, waitUntilQuiescent } from "./quiesce.ts";
import { setUpRails } from "./rails/set-up-rails.ts";
import { Random } from "./random.ts";
import { startTestbed, type Testbed } from "./testbed/testbed.ts";
import { readTransitions } from "./testbed/transitions.ts";
import { ApiClient } from "./workload/client.ts";
import { makeEndpoints } from "./workload/endpoints.ts";
import { Journal } from "./workload/journal.ts";
import { LoadBalancer } from "./workload/load-balancer.ts";
import { PlannedWork } from "./workload/planned-work.ts";
import { runSessions } from "./workload/run-sessions.ts";
import { advanceToTheEnd, type TestClock } from "./workload/sandbox-clocks.ts";

const maxShownViolations = 50;

const options = readOptions(process.argv.slice(2));
const startedAt = performance.now();
const folder = mkdtempSync(path.join(tmpdir(), "kassa-prove-"));
// PostgreSQL doesn't run as root; its user must be able to enter the folder.
chmodSync(folder, 0o711);
console.log(`Seed ${options.seed}. To repeat this run: ${replayCommand(options)}`);
const random = new Random(options.seed);
const testbed = await startTestbed(options, random.child("house"), folder);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    console.log(`Stopped by ${signal}.`);
    void testbed.close().finally(() => process.exit(130));
  });
try {
  const violations = await prove(testbed, options, random);
  process.exitCode = violations.length === 0 ? 0 : 1;
  if (violations.length > 0) report(violations);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(`Seed ${options.seed}: ${violations.length} violations, ${seconds} s.`);
} finally {
  await testbed.close();
  if (process.exitCode === 0 && !options.keep) rmSync(folder, { recursive: true, force: true });
}

async function prove(testbed: Testbed, options: Options, random: Random): Promise<readonly string[]> {
  const journal = new Journal();
  const balancer = new LoadBalancer(testbed.instances.map(({ url }) => url));
  const client = new ApiClient(balancer, journal);
  await makeEndpoints(testbed, client, random.child("endpoints"));
  // Its calls aren't the merchants': an answer that comes too late there is tried again.
  await setUpRails(testbed, new ApiClient(balancer, new Journal()), random.child("rails"));
  const faults = options.faults ? scheduleFaults(random.child("faults"), options) : [];
  const injector = new FaultInjector(testbed, faults);
  const state = { started: 0, done: 0, total: options.sessions };
  const progress = showProgress(() => describeProgress(state, testbed, injector, journal));
  const clocks: TestClock[] = [];
  const planned = new PlannedWork();
  await runSessions(
    { testbed, balancer, client, journal, clocks, planned },
    options,
    random,
    state,
    injector,
  );
  await injector.settled();
  await stopFaults(testbed, options);
  progress.stop();
  const stuckClocks = await advanceToTheEnd(clocks);
  const office = { client, random: random.child("refunds by transfer") };
  const quiescence = await waitUntilQuiescent(testbed, options, office);
  console.log(`Quiescent after ${(quiescence.tookMs / 1_000).toFixed(1)} s. Checking the invariants …`);
  const verdict = await judge(testbed, {
    journal,
    client,
    random: random.child("judge"),
    hadFaults: options.faults,
    planned,
    railNames: options.rails,
  });
  show(await collectFigures({ testbed, injector, journal, sessions: state.done, verdict }));
  console.log("           done at each rail, of what was surely planned:");
  for (const line of await describeWork(testbed.cluster, options.rails, planned))
    console.log(`             ${line}`);
  const diedAt = testbed.instances.flatMap((kassa) => kassa.diedAt);
  // The minimum is that of sessions at the simulated PSP.
  const missed =
    options.citus || !options.rails.includes("sandbox")
      ? []
      : await judgeCoverage(testbed, state.done, diedAt);
  const unfinished = [
    ...quiescence.overdue.map((item) => `not resumed within 30 s after a crash: ${item}`),
    ...quiescence.unfinished.map((item) => `unfinished: ${item}`),
    ...quiescence.failedImports,
  ];
  return [...stuckClocks, ...unfinished, ...injector.errors, ...verdict.violations, ...missed];
}

/** A violation for each kind of coverage below the minimum. Needs triggers, which a Citus cluster doesn't have. */
async function judgeCoverage(
  { cluster }: Testbed,
  sessions: number,
  diedAt: readonly string[],
): Promise<readonly string[]> {
  const coverage = coverageOf(await readTransitions(cluster), diedAt);
  const size = { sessions, crashes: diedAt.length };
  show(describeCoverage(coverage, size));
  console.log(`           states not reached: ${unreachedStates(coverage)}`);
  return belowFloor(coverage, size);
}

function show(figures: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(figures)) console.log(`${String(count).padStart(9)}  ${name}`);
}

function report(violations: readonly string[]): void {
  console.log(`\n${violations.length} violations:`);
  for (const violation of violations.slice(0, maxShownViolations)) console.log(`  ${violation}`);
  if (violations.length > maxShownViolations) console.log("  …");
  console.log(`\nThe database and the logs are kept in ${folder}.`);
  console.log(`To repeat this run, as far as timing allows: ${replayCommand(options)}`);
}
