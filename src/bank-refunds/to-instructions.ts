import type { TransferInstructions } from "../connectors/transfer-instructions.ts";
import type { TransferInstructions as CustomerInstructions } from "../expected-transfers/instructions.ts";
import type { ExpectedTransfer } from "../expected-transfers/transfer.ts";

/** The instructions as they are stored with the attempt, for the payment page. */
export function toInstructions(
  { expiresAt }: ExpectedTransfer,
  { holder, iban, bic, sortCode, accountNumber, pixKey, upiId, address, reference }: CustomerInstructions,
): TransferInstructions {
  return {
    ...{ accountHolder: holder, iban, bic, sortCode, accountNumber, pixKey, upiId, address, reference },
    payBefore: expiresAt.toISOString(),
    simulatorUrl: null,
  };
}
