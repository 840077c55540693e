import { electronicFormatIBAN, isValidIBAN } from "ibantools";
import type { BankAccount } from "./entry.ts";

/** Texts that banks write where they have no reference. */
const placeholders = /^(NOT ?PROVIDED|NOTPROVIDED.*|NONREF|NOREF|N\/A|NONE|UNKNOWN|[-0.]+)$/i;

/** A text with each run of white space as one space; null if nothing is left. */
export function cleanText(text: string | null | undefined): string | null {
  const cleaned = (text ?? "").replace(/\s+/g, " ").trim();
  return cleaned === "" ? null : cleaned;
}

/** A reference without placeholders such as NOTPROVIDED and NONREF. */
export function cleanReference(text: string | null | undefined): string | null {
  const cleaned = cleanText(text);
  return cleaned === null || placeholders.test(cleaned) ? null : cleaned;
}

/** An account from a text: an IBAN if it is a valid one. */
export function readAccount(text: string | null | undefined): BankAccount | null {
  const cleaned = cleanText(text);
  if (cleaned === null) return null;
  const iban = electronicFormatIBAN(cleaned);
  if (iban !== null && isValidIBAN(iban)) return { iban, other: null };
  return { iban: null, other: cleaned };
}

/** The type of a creditor reference: by its own form where that is certain, otherwise the bank's code. */
export function referenceType(reference: string, code: string | null): string | null {
  const compact = reference.replace(/\s/g, "").toUpperCase();
  if (/^RF\d{2}[A-Z0-9]{1,21}$/.test(compact)) return "RF";
  return code;
}
