import { getCountrySpecifications, isQRIBAN, ValidationErrorsIBAN, validateIBAN } from "ibantools";
import { failed, type Result, success } from "../kernel/result.ts";

/** The electronic form of an IBAN: without spaces, in capitals. */
export const electronicIban = (text: string): string => text.replace(/\s/g, "").toUpperCase();

/**
 * Checks an IBAN (ISO 13616): its country, length, format and check digits. The failure is a sentence that says what is
 * wrong. A QR-IBAN is refused, because it only takes payments with a QR reference.
 */
export function checkIban(text: string): Result<string, string> {
  const checked = checkAnyIban(text);
  if (!checked.ok || !isQRIBAN(checked.value)) return checked;
  return failed(
    "It is a QR-IBAN: its bank number (IID) is between 30000 and 31999. Send it as qrIban, with the type qr_iban.",
  );
}

/** Checks a QR-IBAN: an IBAN of Switzerland or Liechtenstein whose bank number (IID) is from 30000 to 31999. */
export function checkQrIban(text: string): Result<string, string> {
  const checked = checkAnyIban(text);
  if (!checked.ok || isQRIBAN(checked.value)) return checked;
  return failed(
    /^(CH|LI)/.test(checked.value)
      ? `Its bank number (IID) is ${checked.value.slice(4, 9)}; that of a QR-IBAN is between 30000 and 31999. Send it as iban, with the type iban.`
      : "It has to be a QR-IBAN of Switzerland or Liechtenstein: it begins with CH or LI.",
  );
}

function checkAnyIban(text: string): Result<string, string> {
  const iban = electronicIban(text);
  const { valid, errorCodes } = validateIBAN(iban);
  return valid ? success(iban) : failed(describe(iban, errorCodes));
}

function describe(iban: string, errors: readonly ValidationErrorsIBAN[]): string {
  if (!/^[A-Z0-9]+$/.test(iban)) return "An IBAN has letters, digits and spaces only.";
  const country = iban.slice(0, 2);
  if (errors.includes(ValidationErrorsIBAN.NoIBANCountry))
    return `No country has IBANs that begin with "${country}".`;
  if (errors.includes(ValidationErrorsIBAN.WrongBBANLength)) {
    const length = getCountrySpecifications()[country]?.chars;
    return `It has ${iban.length} characters; an IBAN of ${country} has ${length}.`;
  }
  if (errors.includes(ValidationErrorsIBAN.WrongBBANFormat))
    return `Its letters and digits aren't where an IBAN of ${country} has them.`;
  if (errors.includes(ValidationErrorsIBAN.WrongIBANChecksum))
    return `Its check digits "${iban.slice(2, 4)}" don't fit the rest: a character is wrong or two are swapped.`;
  return "The check digits of its account number are wrong: a digit is wrong or two are swapped.";
}
