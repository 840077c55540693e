import { confirmRefunds } from "./bank-refunds/confirm-refunds.ts";
import { noteRefundOwed } from "./bank-refunds/note-refund.ts";
import type { MatchDeps } from "./expected-transfers/deps.ts";
import { matchEntries } from "./expected-transfers/match-entries.ts";
import type { TransferNews } from "./payments/notifications/hear-of-transfers.ts";
import { withPayouts } from "./settlements/match-payouts.ts";
import type { EntriesBooked } from "./statement-imports/entry-to-match.ts";

/**
 * What every import of a bank statement does with booked entries, in the transaction that stores them: finds the expected transfers
 * that they pay, the refunds that they confirm and the PSPs' payouts, and tells the payments.
 *
 * @param nowMs the database's time in milliseconds
 */
export function makeEntriesBooked({ nowMs }: Pick<MatchDeps, "nowMs">, news: TransferNews): EntriesBooked {
  const events: MatchDeps["events"] = {
    ...news,
    refundOwed: (trx, match, transfer) => noteRefundOwed({ nowMs }, trx, match, transfer),
  };
  return withPayouts(async (trx, entries) => {
    await matchEntries({ nowMs, events }, trx, entries);
    await confirmRefunds(news.refundMoved, trx, entries);
  });
}
