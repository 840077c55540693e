import type { TenantTransaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import { sumPosted } from "../ledger/posted.ts";
import { type Cause, type EntryOf, makePosting, type Posting } from "../ledger/postings.ts";
import { readLateFunds } from "../payments/late-funds/read-late-funds.ts";
import type { StoredDispute } from "./dispute.ts";

/**
 * The posting of a loss. It says whose money is lost: late funds that wait to be returned are in the account `surplus` and are lost
 * from there. Late funds that were kept, or returned before the bank took them a second time, are the merchant's loss.
 */
export async function lossPosting(
  trx: TenantTransaction,
  { attemptId, paymentId, late }: StoredDispute,
  cause: Cause,
): Promise<Posting> {
  if (!late) return makePosting("dispute_lost", cause);
  const attempt = present(attemptId, "the attempt of a dispute of late funds");
  const { surplus } = await readLateFunds(trx, { paymentId, attemptId: attempt });
  return makePosting(surplus >= cause.amount ? "late_dispute_lost" : "dispute_lost", cause);
}

/**
 * The posting that undoes a loss, or a part of it. The merchant's part is undone before that of the surplus, because it was lost
 * later: the surplus is lost first, as long as it has the money.
 */
export async function undoLossPosting(
  trx: TenantTransaction,
  { id, late }: StoredDispute,
  cause: Cause,
): Promise<Posting> {
  const posting = makePosting("dispute_loss_undone", cause);
  if (!late) return posting;
  const ofMerchant = Math.min(cause.amount, await sumPosted(trx, "merchant_payable", [id]));
  const undone: readonly EntryOf[] = [
    ["merchant_payable", -ofMerchant],
    ["surplus", ofMerchant - cause.amount],
  ];
  const entries: readonly EntryOf[] = [["disputes", cause.amount], ...undone];
  return { ...posting, entries: entries.filter(([, amount]) => amount !== 0) };
}
