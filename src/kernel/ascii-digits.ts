/** Code points of the digit zero in the scripts of languages a payment page is read in; nine digits follow each. */
const zeros = [
  0x0660, // Arabic-Indic
  0x06f0, // Persian and Urdu
  0x0966, // Devanagari
  0x09e6, // Bengali
  0x0a66, // Gurmukhi
  0x0ae6, // Gujarati
  0x0b66, // Odia
  0x0be6, // Tamil
  0x0c66, // Telugu
  0x0ce6, // Kannada
  0x0d66, // Malayalam
  0x0e50, // Thai
  0x0ed0, // Lao
  0x1040, // Myanmar
  0x17e0, // Khmer
  0xff10, // fullwidth, from Japanese and Chinese keyboards
];

const digitByCharacter = new Map(
  zeros.flatMap((zero) =>
    Array.from({ length: 10 }, (_, digit) => [String.fromCharCode(zero + digit), String(digit)]),
  ),
);

/** The text with every decimal digit of these scripts as 0 to 9, and with invisible direction marks removed. */
export function asciiDigits(text: string): string {
  return text
    .replace(/[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "")
    .replace(/\P{ASCII}/gu, (character) => digitByCharacter.get(character) ?? character);
}
