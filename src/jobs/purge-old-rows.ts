import type { Database } from "../database/database.ts";
import {
  deleteOldAnswers,
  deleteOldDeclines,
  deleteOldEvents,
  deleteOldPageReports,
  forgetOldSessionKeys,
} from "./queries.ts";

/** How long things are kept, in days. */
export const eventDays = 90;
export const idempotencyDays = 30;
export const pageReportDays = 90;

/** Longer than declines count against anybody, in hours. */
const declineHours = 1;

/** Rows a statement: small enough to hold no lock for long and to leave no large transaction behind. */
const batchSize = 1_000;

/**
 * Clears away what is past its keeping, and says whether there may be more. One batch of each kind a call, so that
 * whoever stops doesn't wait for millions of rows; a poller calls it again at once while it answers true.
 */
export async function purgeOldRows(deps: { readonly database: Database }): Promise<boolean> {
  const { database } = deps;
  const cleared = [
    await database.inWorker((trx) => deleteOldEvents(trx, eventDays, batchSize)),
    await database.inWorker((trx) => deleteOldAnswers(trx, idempotencyDays, batchSize)),
    await database.inWorker((trx) => forgetOldSessionKeys(trx, idempotencyDays, batchSize)),
    await database.inWorker((trx) => deleteOldDeclines(trx, declineHours, batchSize)),
    await database.inWorker((trx) => deleteOldPageReports(trx, pageReportDays, batchSize)),
  ];
  return cleared.some((count) => count === batchSize);
}
