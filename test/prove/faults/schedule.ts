import { sandboxAccountsAtMost } from "../../../src/connectors/sandbox/accounts.ts";
import { crashPoints } from "../../../src/kernel/crash-point.ts";
import type { CommitMoment } from "../../support/proxy.ts";
import type { Options } from "../options.ts";
import type { Random } from "../random.ts";
import type { ArmedCrashPoint } from "../testbed/crash-point-armer.ts";

/** A fault to inject. `instance` is the index of an instance of Kassa, from 0. */
export type FaultPlan =
  | {
      readonly kind: "kill";
      readonly instance: number;
      /** How long after the instance has become ready. Negative: without waiting until it is ready. */
      readonly afterMs: number;
      readonly crashNext: ArmedCrashPoint | undefined;
    }
  | { readonly kind: "kill_psp" }
  | { readonly kind: "pause"; readonly instance: number; readonly ms: number }
  | { readonly kind: "crash_database" }
  | { readonly kind: "kill_backend" }
  | {
      readonly kind: "lose_commit";
      readonly instance: number;
      readonly moment: CommitMoment;
      readonly after: number;
    }
  | { readonly kind: "cut_network"; readonly instance: number }
  | { readonly kind: "fill_disk"; readonly ms: number }
  /** All merchants make new charges at their next PSP account from now on. */
  | { readonly kind: "change_account" }
  | LossPlan;

/**
 * Loses what was committed within `lostMs`: by a failover to a lagging standby while Kassa keeps running, or by an operator who
 * stops Kassa and restores a backup.
 */
export type LossPlan = { readonly kind: "fail_over" | "restore_backup"; readonly lostMs: number };

export type FaultKind = FaultPlan["kind"];

/**
 * Relative frequencies of the faults. Most kills arm a crash point for the next start, at which the process kills itself a
 * second time.
 */
const weights: Readonly<
  Record<Exclude<FaultKind, LossPlan["kind"] | "fill_disk" | "change_account">, number>
> = {
  kill: 40,
  kill_psp: 4,
  pause: 5,
  crash_database: 7,
  kill_backend: 3,
  lose_commit: 36,
  cut_network: 5,
};

/** A fault that is injected when `afterSessions` sessions have started. */
export type Fault = { readonly afterSessions: number; readonly plan: FaultPlan };

/** Draws the fault schedule before the run begins. */
export function scheduleFaults(
  random: Random,
  {
    sessions,
    processes,
    sessionsPerFault,
    sessionsPerLoss,
    rails,
    citus,
  }: Pick<Options, "sessions" | "processes" | "sessionsPerFault" | "sessionsPerLoss" | "rails" | "citus">,
): Fault[] {
  const faults: Fault[] = [];
  let at = 0;
  for (;;) {
    at += random.integer(1, 2 * sessionsPerFault - 1);
    if (at >= sessions) break;
    faults.push({ afterSessions: at, plan: makeFault(random, processes) });
  }
  const rare = [
    // pg_basebackup can't back up all nodes of a Citus cluster at one moment. Adyen and PayPal have no list of charges to compare with
    // after a loss, so that a person would have to look after their accounts.
    ...(citus || rails.some((rail) => rail !== "sandbox")
      ? []
      : scheduleLosses(random.child("losses"), sessions, sessionsPerLoss)),
    ...scheduleFullDisks(random.child("full disks"), sessions),
    ...scheduleChangesOfAccount(sessions),
  ];
  return [...faults, ...rare].sort((one, other) => one.afterSessions - other.afterSessions);
}

/** The first data loss comes early, so that short runs have one; later ones are rare, because each takes some time. */
const firstLossAfter = 40;

function scheduleLosses(random: Random, sessions: number, sessionsPerLoss: number): Fault[] {
  const faults: Fault[] = [];
  // The two kinds alternate. The second loss comes soon after the first, so that a short run has one of each kind.
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

/** One change for each further account that the sandbox connector has. */
function scheduleChangesOfAccount(sessions: number): Fault[] {
  return Array.from({ length: sandboxAccountsAtMost - 1 }, (_, number) => ({
    afterSessions: firstChangeAfter + number * sessionsPerChange,
    plan: { kind: "change_account" } as const,
  })).filter(({ afterSessions }) => afterSessions < sessions);
}

function makeFault(random: Random, processes: number): FaultPlan {
  const kind = random.weighted(weights);
  const instance = random.integer(0, processes - 1);
  switch (kind) {
    case "kill":
      return {
        kind,
        instance,
        // One kill in ten may hit an instance that is still starting.
        afterMs: random.chance(0.1) ? -1 : random.integer(0, 3_000),
        crashNext: random.chance(0.8) ? makeCrash(random) : undefined,
      };
    case "pause":
      // Longer than the leases: in this testbed 6 s on attempts and movements, 5 s on webhook deliveries, 20 s on clocks.
      return { kind, instance, ms: random.chance(0.8) ? 7_500 : 22_000 };
    case "lose_commit":
      return {
        kind,
        instance,
        moment: random.pick(["unsent", "sent", "confirmed"]),
        after: random.integer(0, 30),
      };
    case "cut_network":
      return { kind, instance };
    case "kill_psp":
    case "crash_database":
    case "kill_backend":
      return { kind };
  }
}

/** Groups of crash points that ordinary payments hit. The others need a dispute, a clock or overdue work. */
const frequentGroups = [
  "begin-payment",
  "submit",
  "apply-outcome",
  "answer",
  "move-money",
  "apply-movement",
  "reconcile",
  "delivery",
];
const frequentPoints = crashPoints.filter((point) => frequentGroups.includes(point.split(":")[0] ?? ""));

/** Half of the time a frequent point, else any; mostly at its first hit, sometimes at a later one. */
function makeCrash(random: Random): ArmedCrashPoint {
  const point = random.pick(random.chance(0.5) ? frequentPoints : crashPoints);
  return `${point}:${random.chance(0.7) ? 1 : random.integer(2, 6)}`;
}
