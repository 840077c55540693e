import type { TenantTransaction } from "../database/transaction.ts";
import { assert } from "../kernel/assert.ts";
import type { EntryOf, Posting, Reversal } from "./postings.ts";
import { insertPosting, insertReversal } from "./queries.ts";

/**
 * Books a balanced transaction within the database transaction that changes the state it tells of, so that either both
 * are there or neither. One statement; the database checks the balance again.
 *
 * @throws when the same source has posted the kind before, and when the entries don't sum to zero: both are bugs
 */
export async function post(trx: TenantTransaction, posting: Posting): Promise<void> {
  assert(posting.entries.length >= 2, "a ledger transaction has two entries at least");
  assert(sumOf(posting.entries) === 0n, `the entries of ${posting.kind} don't sum to zero`);
  assert(posting.entries.length <= mostEntries, "the row's lists have room for all entries");
  insertPosting(trx, posting);
}

/**
 * Books the opposite of what the same source posted before. Each transaction is undone once at most; the database
 * refuses the second time.
 *
 * @throws when there is nothing to undo or it is undone already: both are bugs
 */
export async function reverse(trx: TenantTransaction, reversal: Reversal): Promise<void> {
  const posted = await insertReversal(trx, reversal);
  assert(posted, `${reversal.sourceId} has no ${reversal.reversesKind} to reverse`);
}

/** As many amounts as the CHECK `ledger_transactions_balance` adds up. */
export const mostEntries = 6;

/** Summed as bigint: on the way to zero a sum of safe integers can leave their range. */
function sumOf(entries: readonly EntryOf[]): bigint {
  return entries.reduce((sum, [, amount]) => sum + BigInt(amount), 0n);
}
