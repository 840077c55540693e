import { asciiDigits } from "./ascii-digits.ts";

/** How many layers of percent-encoding are undone: an address within an address has two. */
const percentLayers = 3;

/** ASCII without a percent sign is read as it stands. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
const READS_AS_IT_STANDS = /^[\x00-\x24\x26-\x7f]*$/;

/**
 * A text as a person or program reads its digits, for searching only: percent-encoding undone, digits of all scripts and
 * in circles as 0 to 9, every space and dash an ASCII one, invisible characters and accents removed. Linear in the text.
 */
export function searchedText(text: string): string {
  if (READS_AS_IT_STANDS.test(text)) return text;
  const decoded = percentDecoded(text);
  return READS_AS_IT_STANDS.test(decoded) ? decoded : plainCharacters(decoded);
}

/** Character by character: what one is read as doesn't depend on its neighbours. */
function plainCharacters(text: string): string {
  return asciiDigits(text.replace(/\p{No}/gu, (number) => number.normalize("NFKC")))
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .replace(/\p{Zs}/gu, " ")
    .replace(/[\p{Pd}\u2043\u2212]/gu, "-");
}

const ESCAPES = /(?:%[0-9a-f]{2})+/gi;

function percentDecoded(text: string): string {
  let decoded = text;
  for (let layer = 0; layer < percentLayers && decoded.includes("%"); layer++) {
    const next = decoded.replace(ESCAPES, bytesAsText);
    if (next === decoded) break;
    decoded = next;
  }
  return decoded;
}

/** Bytes that are no UTF-8 become replacement characters, which no search finds. */
function bytesAsText(escapes: string): string {
  const first = Number.parseInt(escapes.slice(1, 3), 16);
  if (escapes.length === 3 && first < 0x80) return String.fromCharCode(first);
  return Buffer.from(escapes.replaceAll("%", ""), "hex").toString("utf8");
}

/** A text read from another, and of each of its UTF-16 units from where to where that other was read for it. */
export type LocatedText = {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
};

/** `searchedText`, so that what is found there can be found in the text itself. A run of escapes is one place. */
export function locatedText(text: string): LocatedText {
  const places = Array.from({ length: text.length }, (_, index) => index);
  let located: LocatedText = { text, starts: places, ends: places.map((place) => place + 1) };
  for (let layer = 0; layer < percentLayers; layer++) located = reread(located, ESCAPES, bytesAsText);
  return reread(located, EACH_CHARACTER, plainCharacters);
}

const EACH_CHARACTER = /[\s\S]/gu;

/** Reads each match anew; what is read has the place of the whole match. */
function reread(from: LocatedText, pattern: RegExp, read: (match: string) => string): LocatedText {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const keep = (first: number, end: number): void => {
    parts.push(from.text.slice(first, end));
    for (let index = first; index < end; index++) {
      starts.push(from.starts[index] ?? 0);
      ends.push(from.ends[index] ?? 0);
    }
  };
  let kept = 0;
  for (const { 0: match, index } of from.text.matchAll(pattern)) {
    keep(kept, index);
    kept = index + match.length;
    const now = read(match);
    parts.push(now);
    for (let unread = now.length; unread > 0; unread--) {
      starts.push(from.starts[index] ?? 0);
      ends.push(from.ends[kept - 1] ?? 0);
    }
  }
  keep(kept, from.text.length);
  return { text: parts.join(""), starts, ends };
}
