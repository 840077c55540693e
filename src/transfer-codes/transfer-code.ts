import { isValidIBAN } from "ibantools";
import { epcPayload, epcSymbol } from "./epc-payload.ts";
import { pixPayload } from "./pix-payload.ts";
import { type SwissAddress, swissPayload, swissSymbol } from "./swiss-payload.ts";
import { upiLink } from "./upi-link.ts";

/** A transfer to an account; of the fields that name the account, those of its kind. */
export type CodedTransfer = {
  readonly accountHolder: string;
  readonly iban: string | null;
  readonly bic: string | null;
  readonly pixKey: string | null;
  readonly upiId: string | null;
  /** Of the holder. Without it there is no Swiss and no Pix code. */
  readonly address: Omit<SwissAddress, "name"> | null;
  readonly amountMinor: number;
  readonly currency: string;
  readonly reference: string;
};

export const transferCodeFormats = ["epc", "swiss", "pix", "upi"] as const;
export type TransferCode = {
  readonly format: (typeof transferCodeFormats)[number];
  readonly text: string;
};

/** How the code of a format is drawn. */
export const symbols = { epc: epcSymbol, swiss: swissSymbol, pix: {}, upi: {} } as const;

/**
 * The text of the QR code that fills a transfer into the apps of the account's country. Null if no format can express it: such as an
 * account outside SEPA, a British one, or one without the address that its format needs.
 */
export function transferCode(transfer: CodedTransfer): TransferCode | null {
  return swissCode(transfer) ?? epcCode(transfer) ?? pixCode(transfer) ?? upiCode(transfer);
}

function swissCode({ iban, address, accountHolder, ...transfer }: CodedTransfer): TransferCode | null {
  if (iban === null || address === null || !isValidIBAN(iban)) return null;
  const { amountMinor, currency, reference } = transfer;
  const creditor = { ...address, name: accountHolder };
  const text = swissPayload({ iban, creditor, amountMinor, currency, debtor: null, reference, message: "" });
  return text.ok ? { format: "swiss", text: text.value } : null;
}

function epcCode({ iban, bic, accountHolder, ...transfer }: CodedTransfer): TransferCode | null {
  if (iban === null) return null;
  const { amountMinor, currency, reference } = transfer;
  const text = epcPayload({ accountHolder, iban, bic, amountMinor, currency, reference });
  return text.ok ? { format: "epc", text: text.value } : null;
}

function pixCode({ pixKey, address, accountHolder, ...transfer }: CodedTransfer): TransferCode | null {
  if (pixKey === null || address === null) return null;
  const { amountMinor, currency, reference: txid } = transfer;
  const text = pixPayload({ key: pixKey, accountHolder, city: address.town, amountMinor, currency, txid });
  return text.ok ? { format: "pix", text: text.value } : null;
}

function upiCode({ upiId, accountHolder, ...transfer }: CodedTransfer): TransferCode | null {
  if (upiId === null) return null;
  const { amountMinor, currency, reference } = transfer;
  const text = upiLink({ upiId, accountHolder, amountMinor, currency, reference, note: "" });
  return text.ok ? { format: "upi", text: text.value } : null;
}
