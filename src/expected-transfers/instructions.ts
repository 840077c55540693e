import type { AccountAddress, BankAccount } from "../bank-accounts/account.ts";
import { type TransferCode, transferCode } from "../transfer-codes/transfer-code.ts";
import { type ReferenceType, referenceTypes } from "./make-reference.ts";
import type { ExpectedTransfer } from "./transfer.ts";

/** What a customer needs to send a transfer. Of the fields that identify the account, those of its type; null for the others. */
export type TransferInstructions = {
  readonly holder: string;
  /** The IBAN or QR-IBAN. */
  readonly iban: string | null;
  readonly bic: string | null;
  readonly sortCode: string | null;
  readonly accountNumber: string | null;
  readonly pixKey: string | null;
  readonly upiId: string | null;
  readonly address: AccountAddress | null;
  readonly reference: string;
  readonly referenceType: ReferenceType;
  /** The text of a QR code that fills all of this into a banking app. Null where no format fits. */
  readonly qrCode: TransferCode | null;
};

/** The instructions for a transfer to this account. They stay the same for as long as the account isn't changed. */
export function instructionsFor(transfer: ExpectedTransfer, account: BankAccount): TransferInstructions {
  const { type, identifier, holder, bic, address } = account;
  const { amountMinor, currency, reference } = transfer;
  const isBritish = type === "uk_account";
  const named = {
    iban: type === "iban" || type === "qr_iban" ? identifier : null,
    bic,
    pixKey: type === "pix_key" ? identifier : null,
    upiId: type === "upi_id" ? identifier : null,
    address,
  };
  return {
    holder,
    ...named,
    sortCode: isBritish ? identifier.slice(0, 6) : null,
    accountNumber: isBritish ? identifier.slice(6) : null,
    reference,
    referenceType: referenceTypes[type],
    qrCode: transferCode({ ...named, accountHolder: holder, amountMinor, currency, reference }),
  };
}
