import type { Database } from "../database/database.ts";
import { runEachInTurn } from "../database/run-each-in-turn.ts";
import type { Transaction } from "../database/transaction.ts";
import {
  deleteOldAnswers,
  deleteOldDeclines,
  deleteOldEvents,
  deleteOldNotifications,
  deleteOldPageReports,
  deleteOldPspCalls,
  deleteOldRequests,
  deleteOldUnpaidSessions,
  purgeOldResponses,
  purgeOldSessionKeys,
} from "./queries.ts";

/** How long things are kept, in days. */
export const eventDays = 90;
export const idempotencyDays = 30;
export const pageReportDays = 90;
export const requestDays = 14;
export const pspCallDays = 30;

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
 * whoever stops doesn't wait for millions of rows; a poller calls it again at once while it answers true. A kind that
 * can't be cleared keeps no other waiting.
 */
export function purgeOldRows({ database, retention = standardRetention }: PurgeDeps): Promise<boolean> {
  const { notifications, sessions, responses, sandbox } = retention;
  const kinds: ((trx: Transaction) => Promise<number>)[] = [
    (trx) => deleteOldEvents(trx, eventDays, batchSize),
    (trx) => deleteOldAnswers(trx, idempotencyDays, batchSize),
    (trx) => purgeOldSessionKeys(trx, idempotencyDays, batchSize),
    (trx) => deleteOldDeclines(trx, declineHours, batchSize),
    (trx) => deleteOldPageReports(trx, pageReportDays, batchSize),
    (trx) => deleteOldRequests(trx, requestDays, batchSize),
    (trx) => deleteOldPspCalls(trx, pspCallDays, batchSize),
    (trx) => purgeOldResponses(trx, responses, batchSize),
    (trx) => deleteOldNotifications(trx, "live", notifications, batchSize),
    (trx) => deleteOldNotifications(trx, "sandbox", sandbox, batchSize),
    (trx) => deleteOldUnpaidSessions(trx, "live", sessions, batchSize),
    (trx) => deleteOldUnpaidSessions(trx, "sandbox", sandbox, batchSize),
  ];
  return runEachInTurn(kinds.map((clear) => async () => (await database.inWorker(clear)) === batchSize));
}
