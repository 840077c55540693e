import type { Database } from "../database/database.ts";
import {
  deleteOldAnswers,
  deleteOldDeclines,
  deleteOldEvents,
  deleteOldNotifications,
  deleteOldPageReports,
  deleteOldUnpaidSessions,
  forgetOldResponses,
  forgetOldSessionKeys,
} from "./queries.ts";

/** How long things are kept, in days. */
export const eventDays = 90;
export const idempotencyDays = 30;
export const pageReportDays = 90;

/** What an operator can set, in days. */
export type Retention = {
  /** What PSPs told of live payments. */
  readonly notifications: number;
  /** Expired live sessions that nobody tried to pay. */
  readonly sessions: number;
  /** What receivers answered to webhooks. */
  readonly responses: number;
  /** Everything of the sandbox: sessions with their payments, what PSPs told, the simulated PSP's charges, deleted clocks. */
  readonly sandbox: number;
};
export const standardRetention: Retention = { notifications: 90, sessions: 90, responses: 30, sandbox: 90 };

type PurgeDeps = { readonly database: Database; readonly retention?: Retention };

/** Longer than declines count against anybody, in hours. */
const declineHours = 1;

/** Rows a statement: small enough to hold no lock for long and to leave no large transaction behind. */
const batchSize = 1_000;

/**
 * Clears away what is past its keeping, and says whether there may be more. One batch of each kind a call, so that
 * whoever stops doesn't wait for millions of rows; a poller calls it again at once while it answers true.
 */
export async function purgeOldRows(deps: PurgeDeps): Promise<boolean> {
  const { database, retention = standardRetention } = deps;
  const { notifications, sessions, responses, sandbox } = retention;
  const cleared = [
    await database.inWorker((trx) => deleteOldEvents(trx, eventDays, batchSize)),
    await database.inWorker((trx) => deleteOldAnswers(trx, idempotencyDays, batchSize)),
    await database.inWorker((trx) => forgetOldSessionKeys(trx, idempotencyDays, batchSize)),
    await database.inWorker((trx) => deleteOldDeclines(trx, declineHours, batchSize)),
    await database.inWorker((trx) => deleteOldPageReports(trx, pageReportDays, batchSize)),
    await database.inWorker((trx) => forgetOldResponses(trx, responses, batchSize)),
    await database.inWorker((trx) => deleteOldNotifications(trx, "live", notifications, batchSize)),
    await database.inWorker((trx) => deleteOldNotifications(trx, "sandbox", sandbox, batchSize)),
    await database.inWorker((trx) => deleteOldUnpaidSessions(trx, "live", sessions, batchSize)),
    await database.inWorker((trx) => deleteOldUnpaidSessions(trx, "sandbox", sandbox, batchSize)),
  ];
  return cleared.some((count) => count === batchSize);
}
