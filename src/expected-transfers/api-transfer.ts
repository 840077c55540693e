import type { TransferToSend } from "./find-transfer.ts";
import type { ExpectedTransfer } from "./transfer.ts";

/** An expected transfer as lists show it. */
export function toApiTransfer(transfer: ExpectedTransfer) {
  return {
    object: "expected_transfer",
    id: transfer.id,
    mode: transfer.mode,
    session: transfer.sessionId,
    account: transfer.bankAccountId,
    status: transfer.status,
    amount: transfer.amountMinor,
    currency: transfer.currency,
    amountReceived: transfer.receivedMinor,
    reference: transfer.reference,
    follows: transfer.follows,
    expiresAt: transfer.expiresAt.toISOString(),
    createdAt: transfer.createdAt.toISOString(),
  };
}

/** The same with what the customer was told. */
export const toApiTransferToSend = ({ transfer, instructions }: TransferToSend) => ({
  ...toApiTransfer(transfer),
  instructions,
});
