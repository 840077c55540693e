import { isValidIBAN } from "ibantools";
import { asciiDigits } from "../kernel/ascii-digits.ts";

/** The electronic form of an IBAN that was typed or pasted with spaces, dashes, small letters or a leading "IBAN". */
export function normalizeIban(typed: string): string {
  return asciiDigits(typed)
    .toUpperCase()
    .replace(/[\s.:\-\u2010-\u2015\u00ad]/g, "")
    .replace(/^IBAN/, "");
}

/** Whether an IBAN has its country's length and format, and correct check digits (ISO 13616). */
export function isValidIban(iban: string): boolean {
  return isValidIBAN(iban);
}

/** An IBAN in groups of four characters, as banks print it. */
export function groupIban(iban: string): string {
  return iban.replace(/.{4}(?=.)/g, "$& ");
}
