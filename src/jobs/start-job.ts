import { LeasedRounds } from "../database/leased-rounds.ts";
import type { DueRows, Sleeper } from "./due-work.ts";
import { type JobLog, type PollerOptions, startPoller } from "./poller.ts";
import type { WakeUp } from "./wake-up.ts";

/** A room's background work, in rounds. Each process runs it from start to stop; the first round begins at once. */
export type Job = Pick<PollerOptions, "name" | "run"> & {
  /** Begins the next round early. */
  readonly wakeUp?: WakeUp;
  /** Called at the shutdown, before the current round has ended. */
  readonly interrupt?: () => void;
  /** Waits for the work that rounds have begun and not awaited. */
  readonly finish?: () => Promise<void>;
} & When;

/**
 * When a round begins after one that found nothing more to do.
 * - due: when there are such rows, which the process looks for together with the due work of all jobs; see due-work.ts
 * - everyMs: so many milliseconds later
 */
type When = { readonly due: DueRows } | { readonly everyMs: number };

/** Something that runs until it is stopped. */
export type Running = { stop(): Promise<void> };

/** A running job; a sleeper where its rounds begin when work is due. */
export type RunningJob = Running & { readonly sleeper?: Sleeper };

/** @param lookEveryMs how often the process looks for due work: the first wait after a failure of a job that sleeps until then */
export function startJob(job: Job, log: JobLog, lookEveryMs: number): RunningJob {
  const { name, run, wakeUp, interrupt, finish } = job;
  const when = "due" in job ? { everyMs: lookEveryMs, untilWoken: true } : { everyMs: job.everyMs };
  const poller = startPoller({ name, ...when, run, log });
  wakeUp?.by(poller.wake);
  const stop = (): Promise<void> => {
    interrupt?.();
    return poller.stop().then(finish);
  };
  return "due" in job ? { stop, sleeper: { name, due: job.due, wake: poller.wake } } : { stop };
}

/** A job whose rounds lease due rows and wait for PSPs; see LeasedRounds. */
export function leasedJob(
  name: string,
  due: DueRows,
  run: (rounds: LeasedRounds) => Promise<boolean>,
  wakeUp?: WakeUp,
): Job {
  const rounds = new LeasedRounds();
  const job = { name, due, run: () => run(rounds), finish: () => rounds.finish() };
  return wakeUp ? { ...job, wakeUp } : job;
}
