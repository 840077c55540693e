import { LeasedRounds } from "../database/leased-rounds.ts";
import { type JobLog, type PollerOptions, startPoller } from "./poller.ts";
import type { WakeUp } from "./wake-up.ts";

/** A room's background work, in rounds. Each process runs it from start to stop. */
export type Job = Omit<PollerOptions, "log"> & {
  /** Starts the next round early. */
  readonly wakeUp?: WakeUp;
  /** Called at the shutdown, before the current round has ended. */
  readonly interrupt?: () => void;
  /** Waits for the work that rounds have begun and not awaited. */
  readonly finish?: () => Promise<void>;
};

/** Something that runs until it is stopped. */
export type Running = { stop(): Promise<void> };

export function startJob(job: Job, log: JobLog): Running {
  const { name, everyMs, run, wakeUp, interrupt, finish } = job;
  const poller = startPoller({ name, everyMs, run, log });
  wakeUp?.by(poller.wake);
  return {
    stop: () => {
      interrupt?.();
      return poller.stop().then(finish);
    },
  };
}

/** A job whose rounds lease rows and wait for PSPs; see LeasedRounds. */
export function leasedJob(
  name: string,
  everyMs: number,
  run: (rounds: LeasedRounds) => Promise<boolean>,
  wakeUp?: WakeUp,
): Job {
  const rounds = new LeasedRounds();
  const job = { name, everyMs, run: () => run(rounds), finish: () => rounds.finish() };
  return wakeUp ? { ...job, wakeUp } : job;
}
