import type { DeskRefundRequest } from "../connectors/bank-transfer/desk.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import { findTransferOfAttempt, selectMatchesOfTransfer } from "../expected-transfers/find-matches.ts";
import type { EntryMatch } from "../expected-transfers/match.ts";
import type { ExpectedTransfer } from "../expected-transfers/transfer.ts";
import { present } from "../kernel/assert.ts";
import { makeId } from "../kernel/id.ts";
import type { BankRefund } from "./bank-refund.ts";
import { makeEndToEndId } from "./end-to-end-id.ts";
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
  const own = mainPayment(matches.filter(({ transferId }) => transferId === transfer.id));
  await insertRefund(trx, {
    ...namesOf(deps, trx, transfer),
    ...{ movementKey: key, entryId: null, number: null, amountMinor: amount, currency },
    ...(await payeeOf(trx, own)),
  });
  return present(await findRefundByKey(trx, key), "the refund just noted");
}

/** Notes that the money of an entry, or a part of it, goes back to its payer, because no payment keeps it. */
export async function noteRefundOwed(
  deps: Deps,
  trx: TenantTransaction,
  match: EntryMatch,
  transfer: ExpectedTransfer,
): Promise<void> {
  const { entryId, number, refundedMinor: amountMinor, currency } = match;
  await insertRefund(trx, {
    ...namesOf(deps, trx, transfer),
    ...{ movementKey: null, entryId, number, amountMinor, currency },
    ...(await payeeOf(trx, match)),
  });
}

function namesOf({ nowMs }: Deps, { mode, tenantId }: TenantTransaction, transfer: ExpectedTransfer) {
  const { id: transferId, bankAccountId } = transfer;
  return {
    id: makeId("brf", mode, tenantId, nowMs()),
    transferId,
    bankAccountId,
    endToEndId: makeEndToEndId(),
  };
}

async function payeeOf(trx: TenantTransaction, match: EntryMatch | undefined) {
  const { name, account } = match ? await payerOf(trx, match) : { name: null, account: null };
  return { payeeName: name, payeeAccount: account };
}
