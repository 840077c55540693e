/**
 * The Swiss QR reference (QRR) of payments to a QR-IBAN: 26 digits and a check digit by "modulo 10, recursive", such as
 * 210000000003139471430009017.
 */

/** For each carry the next one is this row, moved by the digit. */
const carries = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5] as const;

/**
 * The reference with these digits, filled up with zeros on the left.
 *
 * @param digits 1 to 26 digits
 * @throws RangeError on anything else: a bug of the caller
 */
export function makeQrReference(digits: string): string {
  if (!/^[0-9]{1,26}$/.test(digits)) throw new RangeError(`"${digits}" can't be part of a QR reference.`);
  const padded = digits.padStart(26, "0");
  return `${padded}${checkDigit(padded)}`;
}

/** Whether a text is a QR reference without spaces and its check digit is right. A reference of only zeros isn't one. */
export function isQrReference(text: string): boolean {
  if (!/^[0-9]{27}$/.test(text) || /^0+$/.test(text)) return false;
  return checkDigit(text.slice(0, 26)) === Number(text[26]);
}

/** The reference as it is printed on QR-bills: in groups of five digits, counted from the right. */
export function groupQrReference(reference: string): string {
  return reference.replace(/\B(?=(?:[0-9]{5})+$)/g, " ");
}

function checkDigit(digits: string): number {
  let carry = 0;
  for (const digit of digits) carry = carries[(carry + Number(digit)) % 10] ?? 0;
  return (10 - carry) % 10;
}
