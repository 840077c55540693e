import { asciiDigits } from "./ascii-digits.ts";

/** How many layers of percent-encoding are decoded: a URL within a URL has two. */
const percentLayers = 3;

/** ASCII without a percent sign is searched as it is. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
const READS_AS_IT_STANDS = /^[\x00-\x24\x26-\x7f]*$/;

/**
 * Normalizes a text for searching for digits: decodes percent-encoding, converts digits of all scripts (also circled) to 0
 * to 9 and all spaces and dashes to ASCII, removes invisible characters and accents. Takes linear time.
 */
export function searchedText(text: string): string {
  if (READS_AS_IT_STANDS.test(text)) return text;
  const decoded = percentDecoded(text);
  return READS_AS_IT_STANDS.test(decoded) ? decoded : plainCharacters(decoded);
}

/** Converts each character on its own, independent of its neighbours. */
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

/** Invalid UTF-8 becomes replacement characters, which no search finds. */
function bytesAsText(escapes: string): string {
  const first = Number.parseInt(escapes.slice(1, 3), 16);
  if (escapes.length === 3 && first < 0x80) return String.fromCharCode(first);
  return Buffer.from(escapes.replaceAll("%", ""), "hex").toString("utf8");
}

/** A normalized text, and for each of its UTF-16 units the span in the original text. */
export type LocatedText = {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
};

/** Like `searchedText`, with the position of each unit in the original. A run of escapes is one span. */
export function locatedText(text: string): LocatedText {
  const places = Array.from({ length: text.length }, (_, index) => index);
  let located: LocatedText = { text, starts: places, ends: places.map((place) => place + 1) };
  for (let layer = 0; layer < percentLayers; layer++) located = reread(located, ESCAPES, bytesAsText);
  return reread(located, EACH_CHARACTER, plainCharacters);
}

const EACH_CHARACTER = /[\s\S]/gu;

/** Replaces each match; the replacement has the span of the whole match. */
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
