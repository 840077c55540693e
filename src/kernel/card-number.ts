import { getCountrySpecifications, isValidIBAN } from "ibantools";
import { locatedText, searchedText } from "./searched-text.ts";

/**
 * Finds card numbers in free text, so that none is stored or logged (PCI DSS 3.3 and 3.4).
 *
 * A card number is taken to be 13 to 19 digits that pass the Luhn check and begin with a prefix that an issuer of that
 * length uses. Digits may be separated by one space or hyphen, or by up to three characters other than letters if the
 * groups look like a card's: at least four digits each (the last may be shorter), or one digit each. Luhn alone would match
 * one order number in ten. Prefix and length exclude the numbers that merchants usually send: Unix times (they begin with
 * 1), dates such as 20261121093000, IBANs, phone numbers with a plus sign, and any longer unbroken run of digits. All
 * published test cards of PSPs are found. Of an IBAN with spaces, the groups could be those of a card, so a valid one is left out as a whole. About one in 25 random 16-digit references still matches; a merchant avoids that
 * by a letter within the number.
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

/** The lengths in use by the first four digits, as bits. */
const LENGTHS_BY_PREFIX = new Uint32Array(10_000);
for (const [first, last, shortest, longest] of ISSUER_RANGES) {
  for (let prefix = first; prefix <= last; prefix++) {
    for (let length = shortest; length <= longest; length++) {
      LENGTHS_BY_PREFIX[prefix] = (LENGTHS_BY_PREFIX[prefix] ?? 0) | (1 << length);
    }
  }
}

const SHORTEST = 13;

/** Digits of any script, or a percent sign. Most texts that aren't ASCII contain neither. */
const HOLDS_NUMBER = /[\p{N}%]/u;

/** A phone number in international form has at most this many digits after its plus sign (ITU-T E.164). */
const LONGEST_PHONE_NUMBER = 15;

/** The longest runs of at least 13 digits in groups. */
const PLAIN_RUNS = /[0-9](?:[ \u00a0\u202f-]?[0-9]){12,}/g;
const SEPARATED_RUNS = /[0-9](?:[^\p{L}\p{N}]{0,3}[0-9]){12,}/gu;

/** A text without such a run contains no card number. Letters of other scripts count as separators here. */
const MAY_HOLD_RUN = /[0-9](?:[^0-9A-Za-z]{0,3}[0-9]){12}/;

/**
 * Identifiers of random hexadecimal digits: UUIDs, and words such as a MongoDB ObjectId or a SHA-256. By its digits alone,
 * one UUID in 1,900 and one ObjectId in 5,000 would match as a card number, and the merchant's requests would fail at
 * random.
 */
const HEXADECIMAL_IDS = new RegExp(
  [
    /(?<![0-9a-z])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/.source,
    /(?<![0-9a-z])(?=[0-9]*[a-f])[0-9a-f]{24,}(?![0-9a-z])/.source,
  ].join("|"),
  "gi",
);

/** Where an IBAN may begin: a country and two check digits. */
const IBAN_STARTS = /(?<![0-9A-Za-z])[A-Za-z]{2}[0-9]{2}/g;
const IBAN_LENGTHS: ReadonlyMap<string, number> = new Map(
  Object.entries(getCountrySpecifications()).map(([country, { chars }]) => [country, chars ?? 0]),
);

/** Blanks out identifiers and keeps the position of everything else. */
function withoutIds(text: string): string {
  const read = text.replace(HEXADECIMAL_IDS, (id) => "x".repeat(id.length));
  let rest = "";
  let copied = 0;
  for (const { index } of read.matchAll(IBAN_STARTS)) {
    const end = index < copied ? undefined : endOfIban(read, index);
    if (end === undefined) continue;
    rest += read.slice(copied, index) + "x".repeat(end - index);
    copied = end;
  }
  return rest + read.slice(copied);
}

/** Where a valid IBAN ends that begins at a position, with or without separators; undefined if there is none. */
function endOfIban(text: string, start: number): number | undefined {
  const length = IBAN_LENGTHS.get(text.slice(start, start + 2).toUpperCase()) ?? 0;
  let iban = "";
  let end = start;
  while (iban.length < length && end < text.length) {
    const character = text.charAt(end);
    if (/[0-9A-Za-z]/.test(character)) iban += character.toUpperCase();
    else if (!/[ \u00a0\u202f-]/.test(character)) return undefined;
    end += 1;
    if (end - start > 2 * length) return undefined;
  }
  return isValidIBAN(iban) && !/[0-9A-Za-z]/.test(text.charAt(end)) ? end : undefined;
}

/**
 * Whether the text holds something that looks like a card number; see the module's rule. Digits of other scripts and
 * percent-encoded ones count like ASCII digits.
 */
export function containsCardNumber(text: string): boolean {
  if (text.length < SHORTEST || !HOLDS_NUMBER.test(text)) return false;
  const searched = searchedText(text);
  return findCardNumbers(searched).length > 0 || (searched !== text && findCardNumbers(text).length > 0);
}

/** A text that still contains a card number after this many rounds was constructed on purpose. */
const redactingRounds = 4;

/**
 * The text with every card number replaced by `[card number]`, for logs and for what people see. Digits of other scripts
 * and percent-encoded ones count like ASCII digits. The result contains no card number: one that appears only after another
 * was redacted (a long number with a percent-encoded part) is redacted, too.
 */
export function redactCardNumbers(text: string): string {
  let redacted = text;
  for (let round = 0; round < redactingRounds; round++) {
    const next = redactOnce(redacted);
    if (next === redacted) return redacted;
    redacted = next;
  }
  return containsCardNumber(redacted) ? "[card number]" : redacted;
}

function redactOnce(text: string): string {
  let redacted = "";
  let copied = 0;
  const spans = [...findCardNumbers(text), ...findDisguised(text)];
  for (const span of mergeSpans(spans.sort((left, right) => left.start - right.start))) {
    redacted += `${text.slice(copied, span.start)}[card number]`;
    copied = span.end;
  }
  return redacted + text.slice(copied);
}

/** The spans of card numbers that are found only in the searched text. */
function findDisguised(text: string): Span[] {
  const read = searchedText(text);
  if (read === text || findCardNumbers(read).length === 0) return [];
  const { starts, ends } = locatedText(text);
  return findCardNumbers(read).map(({ start, end }) => ({
    start: starts[start] ?? 0,
    end: ends[end - 1] ?? text.length,
  }));
}

/** The spans of all card numbers, in order. */
function findCardNumbers(text: string): Span[] {
  if (text.length < SHORTEST || !MAY_HOLD_RUN.test(text)) return [];
  const searched = withoutIds(text);
  const spans: Span[] = [];
  for (const run of searched.matchAll(PLAIN_RUNS))
    spans.push(...findSpans(text, run.index, run[0], anyGroups));
  for (const run of searched.matchAll(SEPARATED_RUNS))
    spans.push(...findSpans(text, run.index, run[0], groupsOfCard));
  return spans.sort((left, right) => left.start - right.start);
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
 * "4242 4242 4242 4242 12/34 123" is found, and a long unbroken number doesn't match. Each pair of a start and a length is
 * judged in constant time, for a body of 64 KB can be one run of single digits.
 */
function findSpans(text: string, runStart: number, run: string, groupsFit: GroupRule): Span[] {
  const { digits, places, luhnSums } = readRun(run);
  const beginsGroup = (index: number) => index === 0 || (places[index - 1] ?? 0) + 1 !== places[index];
  const endsGroup = (end: number) => end === digits.length || beginsGroup(end);
  const spans: Span[] = [];
  for (let first = 0; first + SHORTEST <= digits.length; first++) {
    if (!beginsGroup(first)) continue;
    const lengths = LENGTHS_BY_PREFIX[Number(digits.slice(first, first + 4))] ?? 0;
    for (let length = SHORTEST; lengths >> length > 0; length++) {
      const end = first + length;
      if ((lengths & (1 << length)) === 0 || end > digits.length || !endsGroup(end)) continue;
      // The last digit isn't doubled, so the digits at indexes of the other parity are.
      const sums = luhnSums[end % 2 === 0 ? 0 : 1];
      if (((sums[end] ?? 0) - (sums[first] ?? 0)) % 10 !== 0) continue;
      const start = runStart + (places[first] ?? 0);
      if (groupsFit(places.subarray(first, end)) && !isPhoneNumber(text, start, length))
        spans.push({ start, end: runStart + (places[end - 1] ?? 0) + 1 });
    }
  }
  return spans;
}

/** Whether the digits at these positions are grouped like a card number. */
type GroupRule = (places: Uint32Array) => boolean;

const anyGroups: GroupRule = () => true;

const shortestGroup = 4;

/** Dates, times, prices and lists have separators, too, but shorter groups. */
const groupsOfCard: GroupRule = (places) => {
  const groups = [1];
  for (let index = 1; index < places.length; index++) {
    if ((places[index - 1] ?? 0) + 1 === places[index]) groups.push((groups.pop() ?? 0) + 1);
    else groups.push(1);
  }
  return groups.length === places.length || groups.slice(0, -1).every((size) => size >= shortestGroup);
};

/** The digits of a run, the position of each, and prefix sums with the even or the odd indexes doubled. */
function readRun(run: string) {
  const places = new Uint32Array(run.length);
  const even = new Uint32Array(run.length + 1);
  const odd = new Uint32Array(run.length + 1);
  let count = 0;
  for (let place = 0; place < run.length; place++) {
    const digit = run.charCodeAt(place) - 0x30;
    if (digit < 0 || digit > 9) continue;
    const doubled = digit > 4 ? digit * 2 - 9 : digit * 2;
    places[count] = place;
    even[count + 1] = (even[count] ?? 0) + (count % 2 === 0 ? doubled : digit);
    odd[count + 1] = (odd[count] ?? 0) + (count % 2 === 0 ? digit : doubled);
    count++;
  }
  return { digits: run.replace(/[^0-9]/g, ""), places, luhnSums: [even, odd] as const };
}

/** Merges overlapping spans: a false match that begins earlier must not leave digits of the real number. */
function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans) {
    const previous = merged.at(-1);
    if (previous !== undefined && span.start <= previous.end) previous.end = Math.max(previous.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}

function isPhoneNumber(text: string, start: number, digits: number): boolean {
  return text[start - 1] === "+" && digits <= LONGEST_PHONE_NUMBER;
}
