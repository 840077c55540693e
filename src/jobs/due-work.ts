import type { Database } from "../database/database.ts";
import type { Distribution } from "../database/distribution.ts";
import { type JobLog, startPoller } from "./poller.ts";
import { findDueNumbers } from "./queries.ts";

/**
 * Where a job finds due work: SQL after `SELECT`, from FROM to ORDER BY. A job takes its work by the same text, so that the look
 * finds exactly what the job would find, by the same index. ORDER BY by the time of the index keeps PostgreSQL from reading a whole
 * table, which it would do where it expects many due rows and is asked for one.
 */
export type DueRows = string | Readonly<Record<Distribution, string>>;

/** A kind of work that one job does when it is due. */
export type DueWork = {
  /** The job's name. */
  readonly job: string;
  readonly rows: DueRows;
};

/** A job that sleeps until its work is due. */
export type SleepingJob = DueWork & { wake(): void };

/** How often a process looks for due work, in milliseconds. */
export const lookEveryMs: Readonly<Record<Distribution, number>> = { none: 500, citus: 1_000 };

/**
 * Asks the database by one statement of which kinds of work something is due.
 *
 * @returns those, in the order in which they were given
 */
export async function findDueWork<Work extends DueWork>(
  database: Pick<Database, "readAs" | "distribution">,
  kinds: readonly Work[],
): Promise<Work[]> {
  const distribution = await database.distribution();
  const texts = kinds.map(({ rows }) => (typeof rows === "string" ? rows : rows[distribution]));
  const numbers = await database.readAs("worker", (trx) => findDueNumbers(trx, texts));
  return kinds.filter((_, number) => numbers.has(number));
}

export type DueWorkPollerOptions = {
  readonly database: Pick<Database, "readAs" | "distribution">;
  readonly log: JobLog;
  readonly jobs: readonly SleepingJob[];
  /** How often to look, in milliseconds: see `lookEveryMs`. */
  readonly everyMs: number;
};

/**
 * Looks for due work for all jobs of this process together, and wakes those that have some. An idle process asks one statement
 * instead of one transaction for each job. In a distributed PostgreSQL each kind of work is a query to all shards, whoever asks it, so
 * there the look is less frequent.
 *
 * While the look has no answer for twice its interval (it fails, or waits for a lock on one of the tables), all jobs are woken
 * that often and find out by themselves: a fault of one kind of work holds up no other.
 */
export function startDueWorkPoller(options: DueWorkPollerOptions): { stop(): Promise<void> } {
  const { database, log, jobs, everyMs } = options;
  const withoutAnswer = setInterval(() => wakeAll(jobs), 2 * everyMs);
  const poller = startPoller({
    name: "look for due work",
    everyMs,
    log,
    run: async () => {
      const due = await findDueWork(database, jobs);
      withoutAnswer.refresh();
      wakeAll(due);
      return false;
    },
  });
  return {
    stop: () => {
      clearInterval(withoutAnswer);
      return poller.stop();
    },
  };
}

function wakeAll(jobs: readonly SleepingJob[]): void {
  for (const job of jobs) job.wake();
}
