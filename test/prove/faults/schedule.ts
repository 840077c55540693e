import { sandboxAccountsAtMost } from "../../../src/connectors/sandbox/accounts.ts";
import { crashPoints } from "../../../src/kernel/crash-point.ts";
import type { CommitMoment } from "../../support/proxy.ts";
import type { Armed } from "../house/arming.ts";
import type { Options } from "../options.ts";
import type { Random } from "../random.ts";

/** Something that is broken on purpose. `process` counts Kassa's processes from 0. */
export type FaultPlan =
  | {
      readonly kind: "kill";
      readonly process: number;
      /** How long after the process has become ready; below 0: whatever it is doing. */
      readonly afterMs: number;
      readonly crashNext: Armed | undefined;
    }
  | { readonly kind: "kill_psp" }
  | { readonly kind: "freeze"; readonly process: number; readonly ms: number }
  | { readonly kind: "crash_database" }
  | { readonly kind: "kill_backend" }
  | {
      readonly kind: "lose_commit";
      readonly process: number;
      readonly moment: CommitMoment;
      readonly after: number;
    }
  | { readonly kind: "cut_network"; readonly process: number }
  | { readonly kind: "fill_disk"; readonly ms: number }
  /** All merchants' new charges are made at their next account from now on. */
  | { readonly kind: "change_account" }
  | LossPlan;

/**
 * Everything that was committed for so long is lost: in a failover to a standby that was behind, while Kassa runs on, or
 * by an operator who stops Kassa and puts a backup back.
 */
export type LossPlan = { readonly kind: "fail_over" | "restore_backup"; readonly lostMs: number };

export type FaultKind = FaultPlan["kind"];

/**
 * How often each fault comes among all of them. A kill arms a crash point for the next start most of the time, so that
 * the process then ends itself at a named place: two kills.
 */
const weights: Readonly<
  Record<Exclude<FaultKind, LossPlan["kind"] | "fill_disk" | "change_account">, number>
> = {
  kill: 40,
  kill_psp: 4,
  freeze: 5,
  crash_database: 7,
  kill_backend: 3,
  lose_commit: 36,
  cut_network: 5,
};

/** A fault after so many sessions begun, and which. */
export type Fault = { readonly afterSessions: number; readonly plan: FaultPlan };

/** Lays down, before the run begins, what is broken when: a fault comes when so many sessions have begun. */
export function scheduleFaults(
  random: Random,
  {
    sessions,
    processes,
    sessionsPerFault,
    sessionsPerLoss,
  }: Pick<Options, "sessions" | "processes" | "sessionsPerFault" | "sessionsPerLoss">,
): Fault[] {
  const faults: Fault[] = [];
  let at = 0;
  for (;;) {
    at += random.integer(1, 2 * sessionsPerFault - 1);
    if (at >= sessions) break;
    faults.push({ afterSessions: at, plan: makeFault(random, processes) });
  }
  const rare = [
    ...scheduleLosses(random.child("losses"), sessions, sessionsPerLoss),
    ...scheduleFullDisks(random.child("full disks"), sessions),
    ...scheduleChangesOfAccount(sessions),
  ];
  return [...faults, ...rare].sort((one, other) => one.afterSessions - other.afterSessions);
}

/** Losses come in turn: the first soon, so that short runs have one, the others now and then, for each takes its time. */
const firstLossAfter = 40;

function scheduleLosses(random: Random, sessions: number, sessionsPerLoss: number): Fault[] {
  const faults: Fault[] = [];
  // The second comes soon after the first, so that a short run has one of each kind.
  for (let at = firstLossAfter; at < sessions; at += faults.length === 1 ? firstLossAfter : sessionsPerLoss) {
    const kind = faults.length % 2 === 0 ? "fail_over" : "restore_backup";
    const lostMs = kind === "fail_over" ? random.integer(300, 3_000) : random.integer(3_000, 9_000);
    faults.push({ afterSessions: at + random.integer(0, 20), plan: { kind, lostMs } });
  }
  return faults;
}

const firstFullDiskAfter = 90;
const sessionsPerFullDisk = 300;

function scheduleFullDisks(random: Random, sessions: number): Fault[] {
  const faults: Fault[] = [];
  for (let at = firstFullDiskAfter; at < sessions; at += sessionsPerFullDisk)
    faults.push({ afterSessions: at, plan: { kind: "fill_disk", ms: random.integer(1_000, 3_000) } });
  return faults;
}

const firstChangeAfter = 60;
const sessionsPerChange = 300;

/** Nobody has more accounts than these. */
function scheduleChangesOfAccount(sessions: number): Fault[] {
  return Array.from({ length: sandboxAccountsAtMost - 1 }, (_, number) => ({
    afterSessions: firstChangeAfter + number * sessionsPerChange,
    plan: { kind: "change_account" } as const,
  })).filter(({ afterSessions }) => afterSessions < sessions);
}

function makeFault(random: Random, processes: number): FaultPlan {
  const kind = random.weighted(weights);
  const process = random.integer(0, processes - 1);
  switch (kind) {
    case "kill":
      return {
        kind,
        process,
        // Now and then a process is killed again before it is ready.
        afterMs: random.chance(0.1) ? -1 : random.integer(0, 3_000),
        crashNext: random.chance(0.8) ? makeCrash(random) : undefined,
      };
    case "freeze":
      // Past the leases on work: 6 s here on attempts and movements, 5 s on webhook deliveries. Clocks' last 20 s.
      return { kind, process, ms: random.chance(0.8) ? 7_500 : 22_000 };
    case "lose_commit":
      return {
        kind,
        process,
        moment: random.pick(["unsent", "sent", "confirmed"]),
        after: random.integer(0, 30),
      };
    case "cut_network":
      return { kind, process };
    case "kill_psp":
    case "crash_database":
    case "kill_backend":
      return { kind };
  }
}

/** Groups of points that are passed all the time; the others wait for a dispute, a clock or something overdue. */
const often = [
  "begin-payment",
  "submit",
  "apply-outcome",
  "answer",
  "move-money",
  "apply-movement",
  "reconcile",
  "delivery",
];
const oftenPassed = crashPoints.filter((point) => often.includes(point.split(":")[0] ?? ""));

/** Half of the time a point that is passed soon, else any; mostly its first passing, sometimes a later one. */
function makeCrash(random: Random): Armed {
  const point = random.pick(random.chance(0.5) ? oftenPassed : crashPoints);
  return `${point}:${random.chance(0.7) ? 1 : random.integer(2, 6)}`;
}
