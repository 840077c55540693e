import { asciiDigits } from "./ascii-digits.ts";

/** An IBAN as typed or pasted, with spaces, dashes, small letters or a leading "IBAN", in its electronic form. */
export function readIban(typed: string): string {
  return asciiDigits(typed)
    .toUpperCase()
    .replace(/[\s.:\-\u2010-\u2015\u00ad]/g, "")
    .replace(/^IBAN/, "");
}

/** Whether it has the shape of an IBAN and its check digits are right (ISO 13616). No country's own length is asked for. */
export function couldBeIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}

/** In groups of four, as banks print it. */
export function groupIban(iban: string): string {
  return iban.replace(/.{4}(?=.)/g, "$& ");
}
