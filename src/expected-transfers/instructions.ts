import type { BankAccount } from "../bank-accounts/account.ts";
import { epcPayload } from "../transfer-codes/epc-payload.ts";
import { upiLink } from "../transfer-codes/upi-link.ts";
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
  readonly reference: string;
  readonly referenceType: ReferenceType;
  /** The text of a QR code that fills all of this into a banking app. Null where no format fits. */
  readonly qrCode: { readonly format: "epc" | "upi"; readonly text: string } | null;
};

/** The instructions for a transfer to this account. They stay the same for as long as the account isn't changed. */
export function instructionsFor(transfer: ExpectedTransfer, account: BankAccount): TransferInstructions {
  const { type, identifier, holder, bic } = account;
  const isIban = type === "iban" || type === "qr_iban";
  const isBritish = type === "uk_account";
  return {
    holder,
    iban: isIban ? identifier : null,
    bic,
    sortCode: isBritish ? identifier.slice(0, 6) : null,
    accountNumber: isBritish ? identifier.slice(6) : null,
    pixKey: type === "pix_key" ? identifier : null,
    upiId: type === "upi_id" ? identifier : null,
    reference: transfer.reference,
    referenceType: referenceTypes[type],
    qrCode: qrCodeFor(transfer, account),
  };
}

/**
 * The Swiss QR-bill and Pix need the holder's address, which bank accounts don't have, so they get no code. Nor does a transfer that
 * a format can't express, such as an IBAN outside SEPA.
 */
function qrCodeFor(
  { amountMinor, currency, reference }: ExpectedTransfer,
  { type, identifier, holder, bic }: BankAccount,
): TransferInstructions["qrCode"] {
  const payment = { accountHolder: holder, amountMinor, currency, reference };
  switch (type) {
    case "iban": {
      const text = epcPayload({ ...payment, iban: identifier, bic });
      return text.ok ? { format: "epc", text: text.value } : null;
    }
    case "upi_id": {
      const text = upiLink({ ...payment, upiId: identifier, note: "" });
      return text.ok ? { format: "upi", text: text.value } : null;
    }
    case "qr_iban":
    case "pix_key":
    case "uk_account":
      return null;
  }
}
