/**
 * The creditor reference of ISO 11649, which a payer's bank checks and passes on unchanged: `RF`, two check digits, and up
 * to 21 letters and digits, such as RF18539007547034.
 */

const rfPattern = /^RF[0-9]{2}[0-9A-Z]{1,21}$/;

/**
 * The reference with this body.
 *
 * @param body 1 to 21 digits and capital letters
 * @throws RangeError on another body: a bug of the caller
 */
export function makeRfReference(body: string): string {
  if (!/^[0-9A-Z]{1,21}$/.test(body)) throw new RangeError(`"${body}" can't be part of an RF reference.`);
  const checkDigits = 98 - remainder(`${body}RF00`);
  return `RF${String(checkDigits).padStart(2, "0")}${body}`;
}

/** Whether a text is an RF reference in its electronic form, without spaces, and its check digits are right. */
export function isRfReference(text: string): boolean {
  return rfPattern.test(text) && remainder(text.slice(4) + text.slice(0, 4)) === 1;
}

/** The reference as it is printed: in groups of four characters. */
export function groupRfReference(reference: string): string {
  return reference.replace(/.{4}(?=.)/g, "$& ");
}

/** The remainder modulo 97 (ISO 7064), with the letters as numbers: A is 10, Z is 35. */
function remainder(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value < 10 ? 10 : 100) + value) % 97;
  }
  return rest;
}
