import type { TenantTransaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import { type How, type PartDecision, reversePart } from "./decide-part.ts";
import type { EntryPart } from "./entry-parts.ts";
import { selectMatchesOfTransfer } from "./queries.ts";
import { reversible } from "./reversible.ts";
import type { ExpectedTransfer } from "./transfer.ts";

/**
 * Decides about money that the bank took back: it is subtracted from the transfer that had received it, the named one or one that
 * follows it. Undefined if there was no such payment.
 *
 * @param transferOf reads a transfer as it is now
 */
export async function decideReversal(
  trx: TenantTransaction,
  part: EntryPart,
  named: ExpectedTransfer,
  how: How,
  transferOf: (id: string) => Promise<ExpectedTransfer>,
): Promise<PartDecision | undefined> {
  const matches = await selectMatchesOfTransfer(trx, named);
  const original = reversible(matches, part.incoming.amountMinor);
  if (!original) return undefined;
  const transfer = await transferOf(present(original.transferId, "the transfer of a match"));
  return reversePart(part, transfer, how, original.countedMinor);
}
