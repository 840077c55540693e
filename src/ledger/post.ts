import type { TenantTransaction } from "../database/transaction.ts";
import { assert } from "../kernel/assert.ts";
import type { EntryOf, Posting, Reversal } from "./postings.ts";
import { insertPosting, insertReversal } from "./queries.ts";

/**
 * Posts a balanced transaction, in the database transaction that changes the state, so that both are committed or neither. It is
 * one statement. The database checks the balance again.
 *
 * @throws if the same source has posted this kind in this version before, or if the entries don't sum to zero: both are bugs
 */
export async function post(trx: TenantTransaction, posting: Posting): Promise<void> {
  assert(posting.entries.length >= 2, "a ledger transaction needs at least two entries");
  assert(sumOf(posting.entries) === 0n, `the entries of ${posting.kind} don't sum to zero`);
  assert(
    posting.entries.length <= mostEntries,
    "a ledger transaction has at most as many entries as the CHECK adds up",
  );
  insertPosting(trx, posting);
}

/**
 * Posts the reversal of the last transaction of a kind of the same source. A transaction is reversed at most once; the database
 * refuses a second time.
 *
 * @throws if there is nothing to reverse or it is already reversed: both are bugs
 */
export async function reverse(trx: TenantTransaction, reversal: Reversal): Promise<void> {
  const posted = await insertReversal(trx, reversal);
  assert(posted, `${reversal.sourceId} has no ${reversal.reversesKind} to reverse`);
}

/** The number of amounts that the CHECK `ledger_transactions_balance` adds up. */
export const mostEntries = 6;

/** A bigint, because partial sums of safe integers can exceed their range. */
function sumOf(entries: readonly EntryOf[]): bigint {
  return entries.reduce((sum, [, amount]) => sum + BigInt(amount), 0n);
}
