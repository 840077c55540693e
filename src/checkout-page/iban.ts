import { isValidIBAN } from "ibantools";
import { asciiDigits } from "../kernel/ascii-digits.ts";

/** An IBAN as typed or pasted, with spaces, dashes, small letters or a leading "IBAN", in its electronic form. */
export function normalizeIban(typed: string): string {
  return asciiDigits(typed)
    .toUpperCase()
    .replace(/[\s.:\-\u2010-\u2015\u00ad]/g, "")
    .replace(/^IBAN/, "");
}

/** Whether an account could have it: its country's length and form, and the check digits (ISO 13616). */
export function isValidIban(iban: string): boolean {
  return isValidIBAN(iban);
}

/** In groups of four, as banks print it. */
export function groupIban(iban: string): string {
  return iban.replace(/.{4}(?=.)/g, "$& ");
}
