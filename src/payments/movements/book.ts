import type { TenantTransaction } from "../../database/transaction.ts";
import { post, reverse } from "../../ledger/post.ts";
import { makePosting, makeReversal } from "../../ledger/postings.ts";
import type { Booking } from "./effects.ts";

/** What causes entries in the ledger: an attempt or a movement, by its id. */
export type Source = { readonly id: string; readonly paymentId: string; readonly currency: string };

/** Posts what follows from a change of state, in its transaction. */
export async function book(
  trx: TenantTransaction,
  { id: sourceId, paymentId, currency }: Source,
  bookings: readonly Booking[],
): Promise<void> {
  for (const booking of bookings) {
    if ("reverse" in booking) await reverse(trx, makeReversal(booking.reverse, { sourceId, paymentId }));
    else
      await post(trx, makePosting(booking.post, { sourceId, paymentId, currency, amount: booking.amount }));
  }
}
