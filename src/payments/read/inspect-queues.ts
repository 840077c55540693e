import type { Database } from "../../database/database.ts";
import { countedAtMost, countQueues, type Queue } from "../queries/queues.ts";

export type Queues = {
  readonly queues: readonly Queue[];
  /** A queue with this many may have more. */
  readonly countedAtMost: number;
};

/** What of all tenants' background work is due now, and since when. */
export function inspectQueues(database: Database): Promise<Queues> {
  return database.inWorker(async (trx) => ({ queues: await countQueues(trx), countedAtMost }));
}
