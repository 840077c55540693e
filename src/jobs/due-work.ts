import type { Database } from "../database/database.ts";
import type { Distribution } from "../database/distribution.ts";
import { type JobLog, startPoller } from "./poller.ts";
import { findDueNumbers } from "./queries.ts";

/**
 * The due work of a job, as SQL from FROM to ORDER BY. The job's own query is made of the same text, so both find the same rows by the
 * same index. ORDER BY the index's time keeps PostgreSQL from reading a whole table for a single row, which it plans where it
 * expects many due rows.
 */
export type DueRows = string | Readonly<Record<Distribution, string>>;

/** Due work, by the name of the job that does it. */
export type DueWork = { readonly name: string; readonly due: DueRows };

/** A job that sleeps until its work is due. */
export type Sleeper = DueWork & { wake(): void };

/** How often a process looks for due work, in milliseconds. */
export const lookEveryMs: Readonly<Record<Distribution, number>> = { none: 500, citus: 1_000 };

type Readable = Pick<Database, "readAs" | "distribution">;

/** @returns those of the given works of which something is due. The database is asked by one statement. */
export async function findDueWork<Work extends DueWork>(
  database: Readable,
  works: readonly Work[],
): Promise<Work[]> {
  const distribution = await database.distribution();
  const texts = works.map(({ due }) => (typeof due === "string" ? due : due[distribution]));
  const numbers = await database.readAs("worker", (trx) => findDueNumbers(trx, texts));
  return works.filter((_, number) => numbers.has(number));
}

export type LookOptions = {
  readonly database: Readable;
  readonly log: JobLog;
  readonly sleepers: readonly Sleeper[];
  /** How often to look, in milliseconds: see `lookEveryMs`. */
  readonly everyMs: number;
};

/**
 * Looks for due work for all jobs of this process together and wakes those that have some. An idle process sends one statement
 * instead of a transaction for each job. In a distributed PostgreSQL each kind of work is a query to all shards, whoever asks, so there
 * the process looks less often.
 *
 * When the database hasn't answered for twice the interval, because the look failed or waits for a lock on one of the tables, all
 * jobs are woken that often and look for themselves. So a fault of one kind of work delays no other.
 */
export function startLook({ database, log, sleepers, everyMs }: LookOptions): { stop(): Promise<void> } {
  const unanswered = setInterval(() => wakeAll(sleepers), 2 * everyMs);
  const poller = startPoller({
    name: "look for due work",
    everyMs,
    log,
    run: async () => {
      const due = await findDueWork(database, sleepers);
      unanswered.refresh();
      wakeAll(due);
      return false;
    },
  });
  return {
    stop: () => {
      clearInterval(unanswered);
      return poller.stop();
    },
  };
}

function wakeAll(sleepers: readonly Sleeper[]): void {
  for (const sleeper of sleepers) sleeper.wake();
}
