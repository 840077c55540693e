import { disputeStates } from "../../../src/disputes/state.ts";
import { crashPoints } from "../../../src/kernel/crash-point.ts";
import { movementKinds } from "../../../src/payments/movements/state.ts";
import { attemptStatuses, paymentStatuses } from "../../../src/payments/state.ts";
import type { Transition } from "../testbed/transitions.ts";

/** The distinct crash points, states and transitions that a run reached. */
export type Coverage = {
  /** Crash points at which a process killed itself. */
  readonly crashPoints: ReadonlySet<string>;
  readonly states: ReadonlySet<string>;
  readonly transitions: ReadonlySet<string>;
};

/** Every state that a run can reach. The simulated PSP decides captures and voids immediately, so they are never pending. */
export const reachableStates: readonly string[] = [
  ...["open/unpaid", "open/processing", "expired/unpaid"].map((state) => `session ${state}`),
  ...["paid", "authorized", "processing", "unpaid"].map((state) => `session complete/${state}`),
  ...paymentStatuses.map((status) => `payment ${status}`),
  ...attemptStatuses.map((status) => `attempt ${status}`),
  ...movementKinds.flatMap((kind) =>
    ["started", "unknown", "succeeded", "failed"].map((status) => `${kind} ${status}`),
  ),
  "refund pending",
  ...disputeStates.map((state) => `dispute ${state}`),
];

/** @param diedAt crash points with their hit count, in the format of `KASSA_CRASH_AT` */
export function coverageOf(transitions: readonly Transition[], diedAt: readonly string[]): Coverage {
  return {
    crashPoints: new Set(diedAt.map((point) => point.replace(/:\d+$/, ""))),
    states: new Set(transitions.map(({ thing, to }) => `${thing} ${to}`)),
    transitions: new Set(transitions.map(({ thing, from, to }) => `${thing} ${from ?? "new"} → ${to}`)),
  };
}

export type RunSize = { readonly sessions: number; readonly crashes: number };

type Floor = Readonly<Record<keyof Coverage, number>>;

/**
 * The least coverage that a run of a size must reach. States and transitions grow with the logarithm of the sessions, crash
 * points with the number of crashes, some of which hit the same point. The floor is about three quarters of what runs of these
 * sizes reached, so that no run fails by bad luck.
 */
export function floorOf({ sessions, crashes }: RunSize): Floor {
  const decades = Math.log10(Math.max(sessions, 1));
  return {
    crashPoints: Math.floor(0.5 * crashPoints.length * (1 - Math.exp(-crashes / crashPoints.length))),
    states: Math.min(reachableStates.length - 4, Math.floor(11 * decades)),
    transitions: Math.floor(17 * decades),
  };
}

/** A violation for each kind of coverage below the floor. */
export function belowFloor(coverage: Coverage, size: RunSize): string[] {
  const floor = floorOf(size);
  return (Object.keys(floor) as (keyof Floor)[])
    .filter((what) => coverage[what].size < floor[what])
    .map(
      (what) =>
        `the run reached ${coverage[what].size} ${names[what]}; a run of this size must reach ${floor[what]}`,
    );
}

const names: Readonly<Record<keyof Coverage, string>> = {
  crashPoints: "crash points",
  states: "states",
  transitions: "transitions",
};

/** The coverage figures printed at the end of a run. */
export function describeCoverage(coverage: Coverage, size: RunSize): Record<string, number> {
  const floor = floorOf(size);
  return {
    [`crash points reached, of ${crashPoints.length} (at least ${floor.crashPoints})`]:
      coverage.crashPoints.size,
    [`states reached, of ${reachableStates.length} (at least ${floor.states})`]: coverage.states.size,
    [`transitions reached (at least ${floor.transitions})`]: coverage.transitions.size,
  };
}

/** The states that the run did not reach, in one line. */
export function unreachedStates({ states }: Coverage): string {
  return reachableStates.filter((state) => !states.has(state)).join(", ");
}
