/** Replaces the decimal digits of all scripts by 0 to 9 and removes invisible direction marks. */
export function asciiDigits(text: string): string {
  return text
    .replace(/[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "")
    .replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit)));
}

/** There are fewer than 800 of them. */
const values = new Map<string, number>();

function digitValue(digit: string): number {
  const known = values.get(digit);
  if (known !== undefined) return known;
  const value = findValue(digit);
  values.set(digit, value);
  return value;
}

/** Unicode assigns each script's digits in runs of ten, zero first, so the place in the run is the value. */
function findValue(digit: string): number {
  const codePoint = digit.codePointAt(0) ?? 0;
  let first = codePoint;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return (codePoint - first) % 10;
}
