import { findAccount } from "../bank-accounts/find-account.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import { isOwnId } from "../kernel/id.ts";
import { instructionsFor, type TransferInstructions } from "./instructions.ts";
import { findTransferOfAttempt, getTransfer } from "./queries.ts";
import type { ExpectedTransfer } from "./transfer.ts";

/** An expected transfer with what its customer needs to send it. */
export type TransferToSend = {
  readonly transfer: ExpectedTransfer;
  readonly instructions: TransferInstructions;
};

/** The caller's transfer, or undefined. Ids of other tenants are recognised without a query. */
export async function findTransfer(trx: TenantTransaction, id: string): Promise<TransferToSend | undefined> {
  const transfer = isOwnId(id, "etr", trx.scope) ? await getTransfer(trx, id) : undefined;
  return transfer && withInstructions(trx, transfer);
}

/** The transfer of an attempt: how it is to be sent, and what arrived of it. */
export async function findTransferByAttempt(
  trx: TenantTransaction,
  attemptId: string,
): Promise<TransferToSend | undefined> {
  const transfer = await findTransferOfAttempt(trx, attemptId);
  return transfer && withInstructions(trx, transfer);
}

async function withInstructions(trx: TenantTransaction, transfer: ExpectedTransfer): Promise<TransferToSend> {
  // Accounts are never deleted.
  const account = present(await findAccount(trx, transfer.bankAccountId), "the account of the transfer");
  return { transfer, instructions: instructionsFor(transfer, account) };
}
