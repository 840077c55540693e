import { setTimeout as sleep } from "node:timers/promises";
import { assert } from "../kernel/assert.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { longestAttemptMs, settleFirstAttempts } from "../webhooks/delivery/on-clock.ts";
import type { Step } from "./clock.ts";
import type { ClockDeps } from "./deps.ts";
import { type Due, nextDue, runDue } from "./due.ts";
import { keepLease } from "./keep-lease.ts";
import { askPsp, type Change, lookBefore, nextDueAtPsp, setPspClock } from "./psp.ts";
import { type ClockLease, endAdvance, getJourney, insertSteps, releaseLease, setClock } from "./queries.ts";

/** The right to move a clock, and the number of the advance that it is on. */
export type Advance = ClockLease & { readonly advance: number };

export type AdvanceOptions = {
  /** How long to work on it before it is left to the next who looks for stranded clocks. */
  readonly forMs: number;
  /** Whether somebody else has worked on it before, and may have been cut off anywhere. */
  readonly resumed: boolean;
};

/**
 * What came of one step. `waits`: somebody else is at what is due, or the PSP didn't answer. `lost`: another process
 * holds the lease by now.
 */
type Outcome = "ran" | "waits" | "arrived" | "lost";

const waitMs = 100;

/**
 * Moves a clock along to its target: it stops at each time at which something is due, at the PSP or here, has it done,
 * and goes on. Whatever it does is done as always, with locks, leases and state tables, so that a step that is repeated
 * after a crash does nothing twice. Gives the lease back when the time that it has is over.
 */
export async function advanceClock(
  deps: ClockDeps,
  advance: Advance,
  options: AdvanceOptions,
): Promise<void> {
  const keeping = keepLease(deps, advance);
  const until = performance.now() + options.forMs;
  const journey: Progress = { check: makeProgressCheck(), patienceMs: longestAttemptMs };
  try {
    if (options.resumed) await learn(deps, advance);
    crashPoint("clock:leased");
    while (performance.now() < until && !deps.stopping()) {
      const outcome = await step(deps, advance, journey);
      crashPoint("clock:ran");
      if (outcome === "arrived" || outcome === "lost") return;
      if (outcome === "waits") await sleep(waitMs);
    }
  } finally {
    keeping.stop();
    crashPoint("clock:released");
    await deps.database.inTenant(advance, (trx) => releaseLease(trx, advance, 0));
  }
}

/** Who was cut off after the PSP's clock was set has not heard of what happened there. */
async function learn(deps: ClockDeps, advance: Advance): Promise<void> {
  const journey = await deps.database.inTenant(advance, (trx) => getJourney(trx, advance));
  crashPoint("clock:looked");
  if (!journey) return;
  const before = await lookBefore(deps, advance, advance.id);
  crashPoint("clock:looked");
  const changes = await askPsp(deps, advance, advance.id, before);
  crashPoint("clock:asking");
  await note(deps, advance, stepsAt(journey.shows, changes));
}

type Progress = {
  readonly check: (due: Due) => void;
  /** How long to wait for webhooks before the next step. */
  patienceMs: number;
};

async function step(deps: ClockDeps, advance: Advance, progress: Progress): Promise<Outcome> {
  const journey = await deps.database.inTenant(advance, (trx) => getJourney(trx, advance));
  crashPoint("clock:looked");
  if (!journey) return "lost";
  const { target } = journey;
  const settled = await settleFirstAttempts(deps, advance, advance.id, progress.patienceMs);
  crashPoint("clock:looked");
  // A receiver with a queue in front of it is waited for once, not at each step.
  if (!settled) progress.patienceMs = 0;
  const due = await deps.database.inTenant(advance, (trx) => nextDue(trx, advance.id, target));
  crashPoint("clock:looked");
  const atPsp = await nextDueAtPsp(deps, advance, advance.id, due?.at ?? target);
  if (atPsp === "unknown") return "waits";
  if (atPsp !== null) return stepPsp(deps, advance, laterOf(atPsp, journey.shows));
  if (!due) return arrive(deps, advance, target);
  const outcome = await stepHere(deps, advance, { ...due, at: laterOf(due.at, journey.shows) });
  crashPoint("clock:ran");
  if (outcome === "ran") progress.check(due);
  return outcome;
}

/** What should have run before runs at what the clock shows. */
const laterOf = (time: Date, shows: Date): Date => (time > shows ? time : shows);

async function stepPsp(deps: ClockDeps, advance: Advance, at: Date): Promise<Outcome> {
  const before = await lookBefore(deps, advance, advance.id);
  crashPoint("clock:looked");
  const moved = await moveTo(deps, advance, at);
  crashPoint("clock:set");
  if (moved !== "moved") return moved;
  const changes = await askPsp(deps, advance, advance.id, before);
  crashPoint("clock:asking");
  await note(deps, advance, [{ at, what: "psp.advanced", id: null }, ...stepsAt(at, changes)]);
  return "ran";
}

async function stepHere(deps: ClockDeps, advance: Advance, due: Due): Promise<Outcome> {
  const moved = await moveTo(deps, advance, due.at);
  crashPoint("clock:set");
  if (moved !== "moved") return moved;
  const ran = await runDue(deps, advance, advance.id, due);
  crashPoint("clock:ran");
  if (!ran) return "waits";
  await note(deps, advance, [due]);
  return "ran";
}

/** Nothing is due any more on the way: both clocks show the target, and the advance is over. */
async function arrive(deps: ClockDeps, advance: Advance, target: Date): Promise<Outcome> {
  const moved = await moveTo(deps, advance, target);
  crashPoint("clock:set");
  if (moved !== "moved") return moved;
  const ended = await deps.database.inTenant(advance, (trx) => endAdvance(trx, advance));
  crashPoint("clock:finished");
  return ended ? "arrived" : "lost";
}

/** Has the clock here show a time, then the PSP's. */
async function moveTo(deps: ClockDeps, advance: Advance, at: Date): Promise<"moved" | "waits" | "lost"> {
  const moved = await deps.database.inTenant(advance, (trx) => setClock(trx, advance, at));
  crashPoint("clock:set");
  if (!moved) return "lost";
  const set = await setPspClock(deps, advance, advance.id, at);
  crashPoint("clock:psp-set");
  return set ? "moved" : "waits";
}

async function note(deps: ClockDeps, advance: Advance, steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return;
  await deps.database.inTenant(advance, (trx) => insertSteps(trx, advance, advance.advance, steps));
  crashPoint("clock:noted");
}

const stepsAt = (at: Date, changes: readonly Change[]): Step[] =>
  changes.map((change) => ({ at, ...change }));

/** What stays due although it was done again and again is a bug, and would keep the clock at its time for ever. */
function makeProgressCheck(): (due: Due) => void {
  const timesAtMost = 100;
  let last = "";
  let times = 0;
  return ({ what, id, at }) => {
    const key = `${what} ${id} ${at.toISOString()}`;
    times = key === last ? times + 1 : 0;
    last = key;
    assert(times < timesAtMost, `${what} of ${id} stays due at ${at.toISOString()}`);
  };
}
