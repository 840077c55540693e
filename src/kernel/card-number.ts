/**
 * Finds card numbers in free text, so that none is stored or logged (PCI DSS 3.3 and 3.4).
 *
 * A card number is taken to be 13 to 19 ASCII digits, groups of which may be separated by one space or hyphen, that
 * pass the Luhn check and begin with a prefix that an issuer of that length uses. Luhn alone would hit one order
 * number in ten; prefix and length leave out what merchants really write: Unix times (they begin with 1), dates such
 * as 20261121093000, IBANs, phone numbers with a plus sign, and any longer unbroken run of digits. Every published
 * test card of the PSPs is found. What is left is about one in 25 of random 16-digit references, which a merchant
 * avoids by adding a letter within the number.
 */

/** A span of `text` that holds a card number: from `start` up to but not including `end`. */
type Span = { start: number; end: number };

/**
 * Prefixes by their first four digits, with the lengths in use: [first, last, shortest, longest].
 *
 * From ISO/IEC 7812 registrations as the networks publish them. Left out: UATP (1…, would hit every Unix time).
 */
const ISSUER_RANGES: readonly (readonly [number, number, number, number])[] = [
  [2200, 2205, 16, 19], // Mir
  [2221, 2720, 16, 16], // Mastercard
  [3000, 3059, 14, 19], // Diners Club
  [3095, 3095, 14, 19], // Diners Club
  [3400, 3499, 15, 15], // American Express
  [3528, 3589, 16, 19], // JCB
  [3600, 3699, 14, 19], // Diners Club
  [3700, 3799, 15, 15], // American Express
  [3800, 3999, 14, 19], // Diners Club
  [4000, 4999, 13, 13], // Visa, no longer issued but still a test number
  [4000, 4999, 16, 16], // Visa
  [4000, 4999, 19, 19], // Visa
  [5000, 5099, 13, 19], // Maestro, RuPay, Verve, Elo
  [5100, 5599, 16, 16], // Mastercard
  [5600, 5899, 13, 19], // Maestro
  [6000, 6999, 16, 19], // Discover, UnionPay, RuPay, Maestro, Elo, Hipercard
  [6304, 6304, 13, 15], // Maestro
  [6700, 6799, 13, 15], // Maestro
  [8100, 8299, 16, 19], // UnionPay, RuPay
  [9792, 9792, 16, 16], // Troy
];

const SHORTEST = 13;
const LONGEST = 19;

/** A phone number in international form has at most this many digits after its plus sign (ITU-T E.164). */
const LONGEST_PHONE_NUMBER = 15;

/** A run of at least 13 digits in groups, as long as it goes on; a text without one holds no card number. */
const DIGIT_RUN = /[0-9](?:[ \u00a0\u202f-]?[0-9]){12,}/;
const DIGIT_RUNS = new RegExp(DIGIT_RUN, "g");

/**
 * Identifiers of random hexadecimal digits: UUIDs, and words such as a MongoDB ObjectId or a SHA-256. By their digits
 * alone one UUID in 1,900 and one ObjectId in 5,000 would pass for a card number, which a merchant would meet as
 * requests that fail now and then for no reason of theirs.
 */
const HEXADECIMAL_IDS = new RegExp(
  [
    /(?<![0-9a-z])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/.source,
    /(?<![0-9a-z])(?=[0-9]*[a-f])[0-9a-f]{24,}(?![0-9a-z])/.source,
  ].join("|"),
  "gi",
);

/** The text with its identifiers blanked out, everything else at its place. */
function withoutIds(text: string): string {
  return text.replace(HEXADECIMAL_IDS, (id) => "x".repeat(id.length));
}

/** Whether the text holds something that looks like a card number; see the module's rule. */
export function containsCardNumber(text: string): boolean {
  if (text.length < SHORTEST || !DIGIT_RUN.test(text)) return false;
  for (const run of withoutIds(text).matchAll(DIGIT_RUNS)) {
    if (findSpans(text, run.index, run[0]).length > 0) return true;
  }
  return false;
}

/** The text with every card number replaced by `[card number]`, for logs and for what a person shall not see. */
export function redactCardNumbers(text: string): string {
  if (text.length < SHORTEST || !DIGIT_RUN.test(text)) return text;
  let redacted = "";
  let copied = 0;
  for (const run of withoutIds(text).matchAll(DIGIT_RUNS)) {
    for (const span of mergeSpans(findSpans(text, run.index, run[0]))) {
      redacted += `${text.slice(copied, span.start)}[card number]`;
      copied = span.end;
    }
  }
  return redacted + text.slice(copied);
}

/** The Luhn check (ISO/IEC 7812-1, annex B) of a text of ASCII digits; false for any other text. */
export function passesLuhn(digits: string): boolean {
  if (!/^[0-9]+$/.test(digits)) return false;
  let sum = 0;
  let doubled = false;
  for (let index = digits.length - 1; index >= 0; index--) {
    const digit = digits.charCodeAt(index) - 0x30;
    if (!doubled) sum += digit;
    else sum += digit > 4 ? digit * 2 - 9 : digit * 2;
    doubled = !doubled;
  }
  return sum % 10 === 0;
}

/**
 * All spans of a digit run that are card numbers, by their start. A card number begins and ends where a group does, so
 * that "4242 4242 4242 4242 12/34 123" is found with what follows it, and a long unbroken number is no card number.
 */
function findSpans(text: string, runStart: number, run: string): Span[] {
  const groups = [...run.matchAll(/[0-9]+/g)].map((group) => ({
    digits: group[0],
    start: runStart + group.index,
  }));
  const spans: Span[] = [];
  for (let first = 0; first < groups.length; first++) {
    let digits = "";
    for (let last = first; last < groups.length; last++) {
      const group = groups[last];
      const start = groups[first]?.start;
      if (group === undefined || start === undefined) break;
      digits += group.digits;
      if (digits.length > LONGEST) break;
      if (digits.length < SHORTEST || isPhoneNumber(text, start, digits)) continue;
      if (isIssued(digits) && passesLuhn(digits))
        spans.push({ start, end: group.start + group.digits.length });
    }
  }
  return spans;
}

/** Overlapping spans become one: a chance hit that begins earlier must not leave digits of the real one standing. */
function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans) {
    const previous = merged.at(-1);
    if (previous !== undefined && span.start <= previous.end) previous.end = Math.max(previous.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}

function isIssued(digits: string): boolean {
  const prefix = Number(digits.slice(0, 4));
  return ISSUER_RANGES.some(
    ([first, last, shortest, longest]) =>
      prefix >= first && prefix <= last && digits.length >= shortest && digits.length <= longest,
  );
}

function isPhoneNumber(text: string, start: number, digits: string): boolean {
  return text[start - 1] === "+" && digits.length <= LONGEST_PHONE_NUMBER;
}
