import { setTimeout as sleep } from "node:timers/promises";
import { assert } from "../kernel/assert.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { longestAttemptMs, waitForFirstAttempts } from "../webhooks/delivery/on-clock.ts";
import type { Step } from "./clock.ts";
import type { ClockDeps } from "./deps.ts";
import { type Due, nextDue, runDue } from "./due.ts";
import { startLeaseRenewal } from "./lease-renewal.ts";
import { type Change, fetchPspChanges, nextDueAtPsp, setPspClock, snapshotWaiting } from "./psp.ts";
import {
  type ClockLease,
  endAdvance,
  getAdvanceProgress,
  insertSteps,
  releaseLease,
  setClock,
} from "./queries.ts";

/** A lease of a clock, and the number of its current advance. */
export type Advance = ClockLease & { readonly advance: number };

export type AdvanceOptions = {
  /** How long to work on the clock before the lease is released for `resumeAdvances`. */
  readonly forMs: number;
  /** Whether another call has worked on this advance before. It may have been interrupted at any point. */
  readonly resumed: boolean;
};

/**
 * The outcome of one step. `retry`: another process is working on the due item, or the PSP didn't answer. `lost`: another
 * process holds the lease.
 */
type StepOutcome = "ran" | "retry" | "arrived" | "lost";

const retryMs = 100;

/**
 * Advances a clock to its target. It stops at each time at which something is due, at the PSP or in Kassa, carries it out
 * and continues. It uses the usual operations with their locks, leases and state tables, so a step that is repeated after
 * a crash does nothing twice. It releases the lease at the target or after `forMs`.
 */
export async function advanceClock(
  deps: ClockDeps,
  advance: Advance,
  options: AdvanceOptions,
): Promise<void> {
  const renewal = startLeaseRenewal(deps, advance);
  const until = performance.now() + options.forMs;
  const progress: Progress = { check: makeProgressCheck(), webhookWaitMs: longestAttemptMs };
  try {
    if (options.resumed) await recordMissedChanges(deps, advance);
    crashPoint("clock:leased");
    while (performance.now() < until && !deps.stopping()) {
      const outcome = await step(deps, advance, progress);
      crashPoint("clock:ran");
      if (outcome === "arrived" || outcome === "lost") return;
      if (outcome === "retry") await sleep(retryMs);
    }
  } finally {
    renewal.stop();
    crashPoint("clock:released");
    await deps.database.inTenant(advance, (trx) => releaseLease(trx, advance, 0));
  }
}

/** The previous holder may have stopped after it set the PSP's clock, before it fetched what happened there. */
async function recordMissedChanges(deps: ClockDeps, advance: Advance): Promise<void> {
  const current = await deps.database.inTenant(advance, (trx) => getAdvanceProgress(trx, advance));
  crashPoint("clock:looked");
  if (!current) return;
  const before = await snapshotWaiting(deps, advance, advance.id);
  crashPoint("clock:looked");
  const changes = await fetchPspChanges(deps, advance, advance.id, before);
  crashPoint("clock:asking");
  await recordSteps(deps, advance, stepsAt(current.shows, changes));
}

type Progress = {
  readonly check: (due: Due) => void;
  /** How long to wait for webhooks before the next step. */
  webhookWaitMs: number;
};

async function step(deps: ClockDeps, advance: Advance, progress: Progress): Promise<StepOutcome> {
  const current = await deps.database.inTenant(advance, (trx) => getAdvanceProgress(trx, advance));
  crashPoint("clock:looked");
  if (!current) return "lost";
  const { target } = current;
  const settled = await waitForFirstAttempts(deps, advance, advance.id, progress.webhookWaitMs);
  crashPoint("clock:looked");
  // Wait for a slow receiver only once, not at each step.
  if (!settled) progress.webhookWaitMs = 0;
  const due = await deps.database.inTenant(advance, (trx) => nextDue(trx, advance.id, target));
  crashPoint("clock:looked");
  const atPsp = await nextDueAtPsp(deps, advance, advance.id, due?.at ?? target);
  if (atPsp === "unknown") return "retry";
  if (atPsp !== null) return stepAtPsp(deps, advance, laterOf(atPsp, current.shows));
  if (!due) return finishAdvance(deps, advance, target);
  const outcome = await stepInKassa(deps, advance, { ...due, at: laterOf(due.at, current.shows) });
  crashPoint("clock:ran");
  if (outcome === "ran") progress.check(due);
  return outcome;
}

/** An overdue item runs at the time that the clock shows. */
const laterOf = (time: Date, shows: Date): Date => (time > shows ? time : shows);

async function stepAtPsp(deps: ClockDeps, advance: Advance, at: Date): Promise<StepOutcome> {
  const before = await snapshotWaiting(deps, advance, advance.id);
  crashPoint("clock:looked");
  const set = await setBothClocks(deps, advance, at);
  crashPoint("clock:set");
  if (set !== "set") return set;
  const changes = await fetchPspChanges(deps, advance, advance.id, before);
  crashPoint("clock:asking");
  await recordSteps(deps, advance, [{ at, what: "psp.advanced", id: null }, ...stepsAt(at, changes)]);
  return "ran";
}

async function stepInKassa(deps: ClockDeps, advance: Advance, due: Due): Promise<StepOutcome> {
  const set = await setBothClocks(deps, advance, due.at);
  crashPoint("clock:set");
  if (set !== "set") return set;
  const ran = await runDue(deps, advance, advance.id, due);
  crashPoint("clock:ran");
  if (!ran) return "retry";
  await recordSteps(deps, advance, [due]);
  return "ran";
}

/** Nothing more is due before the target: sets both clocks to it and ends the advance. */
async function finishAdvance(deps: ClockDeps, advance: Advance, target: Date): Promise<StepOutcome> {
  const set = await setBothClocks(deps, advance, target);
  crashPoint("clock:set");
  if (set !== "set") return set;
  const ended = await deps.database.inTenant(advance, (trx) => endAdvance(trx, advance));
  crashPoint("clock:finished");
  return ended ? "arrived" : "lost";
}

/** Sets the clock in Kassa, then at the PSP. */
async function setBothClocks(deps: ClockDeps, advance: Advance, at: Date): Promise<"set" | "retry" | "lost"> {
  const holdsLease = await deps.database.inTenant(advance, (trx) => setClock(trx, advance, at));
  crashPoint("clock:set");
  if (!holdsLease) return "lost";
  const set = await setPspClock(deps, advance, advance.id, at);
  crashPoint("clock:psp-set");
  return set ? "set" : "retry";
}

async function recordSteps(deps: ClockDeps, advance: Advance, steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return;
  await deps.database.inTenant(advance, (trx) => insertSteps(trx, advance, advance.advance, steps));
  crashPoint("clock:noted");
}

const stepsAt = (at: Date, changes: readonly Change[]): Step[] =>
  changes.map((change) => ({ at, ...change }));

/** An item that stays due although it has been carried out repeatedly is a bug. It would stop the clock forever. */
function makeProgressCheck(): (due: Due) => void {
  const maxTimes = 100;
  let last = "";
  let times = 0;
  return ({ what, id, at }) => {
    const key = `${what} ${id} ${at.toISOString()}`;
    times = key === last ? times + 1 : 0;
    last = key;
    assert(times < maxTimes, `${what} of ${id} stays due at ${at.toISOString()}`);
  };
}
