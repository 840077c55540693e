import { randomInt } from "node:crypto";
import type { AccountType } from "../bank-accounts/account.ts";
import { makeQrReference } from "../transfer-codes/qr-reference.ts";
import { makeRfReference } from "../transfer-codes/rf-reference.ts";

/**
 * How the customer hands the reference over: as a structured creditor reference (`rf`), as a Swiss QR reference (`qrr`), as Pix' txid,
 * or as plain text.
 */
export type ReferenceType = "rf" | "qrr" | "txid" | "plain";

export const referenceTypes: Readonly<Record<AccountType, ReferenceType>> = {
  iban: "rf",
  qr_iban: "qrr",
  pix_key: "txid",
  uk_account: "plain",
  upi_id: "plain",
};

/** RF, two check digits, and 12 characters. It fits into Pix' txid (25) and into British banks' reference (18), too. */
export const rfLength = 16;

/** Without letters that are taken for digits: I, O, Q, U. */
const letters = "ABCDEFGHJKLMNPRSTVWXYZ";

/**
 * A new reference for a transfer to an account of this type, by chance: 43 bits in an RF reference, 86 in a QR reference. The
 * database refuses one that the tenant has already.
 *
 * Letters within an RF reference keep its digits from looking like a card number, which would be redacted. The last is a letter, so that
 * digits after it, such as a date, don't merge with it. A QR reference begins with a digit other than 0, because banks cut zeros.
 */
export function makeReference(type: AccountType): string {
  if (type === "qr_iban") return makeQrReference(`${randomInt(1, 10)}${digits(13)}${digits(12)}`);
  return makeRfReference(`${digits(3)}${letter()}${digits(3)}${letter()}${digits(3)}${letter()}`);
}

const digits = (count: number): string => String(randomInt(10 ** count)).padStart(count, "0");
const letter = (): string => letters.charAt(randomInt(letters.length));
