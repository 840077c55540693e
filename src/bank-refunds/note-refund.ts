import type { DeskRefundRequest } from "../connectors/bank-transfer/desk.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import {
  findTransferOfAttempt,
  lockMatching,
  selectMatchesOfTransfer,
} from "../expected-transfers/find-matches.ts";
import type { EntryMatch } from "../expected-transfers/match.ts";
import type { ExpectedTransfer } from "../expected-transfers/transfer.ts";
import { present } from "../kernel/assert.ts";
import { makeId } from "../kernel/id.ts";
import { getEntryToMatch, lockUnmatchedDebits } from "../statement-imports/match-status.ts";
import type { BankRefund } from "./bank-refund.ts";
import { confirmRefunds } from "./confirm-refunds.ts";
import { endToEndIdOf, type RefundCause } from "./end-to-end-id.ts";
import { mainPayment, payerOf } from "./payer.ts";
import { findRefundByKey, insertRefund } from "./queries.ts";

type Deps = { readonly nowMs: () => number };

/** Notes a refund of a payment. The same key always notes the same refund. */
export async function noteRefund(
  deps: Deps,
  trx: TenantTransaction,
  { attemptId, key, amount, currency }: DeskRefundRequest,
): Promise<BankRefund> {
  const known = await findRefundByKey(trx, key);
  if (known) return known;
  const transfer = present(
    await findTransferOfAttempt(trx, attemptId),
    "the transfer of an approved attempt",
  );
  const matches = await selectMatchesOfTransfer(trx, transfer);
  await lockMatching(trx);
  const own = mainPayment(matches.filter(({ transferId }) => transferId === transfer.id));
  await insertRefund(trx, {
    ...namesOf(deps, trx, transfer, { movementKey: key }),
    ...{ movementKey: key, entryId: null, number: null, amountMinor: amount, currency },
    ...(await payeeOf(trx, own)),
  });
  const noted = present(await findRefundByKey(trx, key), "the refund just noted");
  return (await confirmForgotten(trx, noted)) ? present(await findRefundByKey(trx, key), "the same") : noted;
}

/**
 * Confirms a refund that a statement has shown already: the database had forgotten it after the bank had it. Nobody has to be told, because
 * whoever asked gets the status.
 */
async function confirmForgotten(
  trx: TenantTransaction,
  { bankAccountId, endToEndId }: Pick<BankRefund, "bankAccountId" | "endToEndId">,
): Promise<boolean> {
  const entries = await lockUnmatchedDebits(trx, bankAccountId, endToEndId);
  await confirmRefunds(async () => {}, trx, entries);
  return entries.length > 0;
}

/** Notes that the money of an entry, or a part of it, goes back to its payer, because no payment keeps it. */
export async function noteRefundOwed(
  deps: Deps,
  trx: TenantTransaction,
  match: EntryMatch,
  transfer: ExpectedTransfer,
): Promise<void> {
  const { entryId, number, refundedMinor: amountMinor, currency } = match;
  const { entryKey } = present(await getEntryToMatch(trx, entryId), "the entry of a match");
  const names = namesOf(deps, trx, transfer, { entryKey, number });
  await insertRefund(trx, {
    ...names,
    ...{ movementKey: null, entryId, number, amountMinor, currency },
    ...(await payeeOf(trx, match)),
  });
  await confirmForgotten(trx, names);
}

function namesOf({ nowMs }: Deps, trx: TenantTransaction, transfer: ExpectedTransfer, cause: RefundCause) {
  const { mode, tenantId } = trx;
  const { id: transferId, bankAccountId } = transfer;
  return {
    id: makeId("brf", mode, tenantId, nowMs()),
    transferId,
    bankAccountId,
    endToEndId: endToEndIdOf(trx.scope, cause),
  };
}

async function payeeOf(trx: TenantTransaction, match: EntryMatch | undefined) {
  const { name, account } = match ? await payerOf(trx, match) : { name: null, account: null };
  return { payeeName: name, payeeAccount: account };
}
