import { isQrReference } from "../transfer-codes/qr-reference.ts";
import { isRfReference } from "../transfer-codes/rf-reference.ts";

/** Letters and digits in capitals: banks drop, add and change spaces, line breaks, punctuation and case. */
export const compact = (text: string): string =>
  text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** A reference for comparing. Of one that is digits only, banks cut or add zeros on the left. */
export function normalReference(reference: string): string {
  const text = compact(reference);
  return /^[0-9]+$/.test(text) ? text.replace(/^0+(?=.)/, "") : text;
}

/** A plain reference may stand within a longer text only if it is long enough not to be there by chance. */
const shortestWithin = 6;

/**
 * Whether a text holds a reference: anywhere in it if the reference has check digits or is long; as a word of its own otherwise. A
 * run of digits is never a part of a longer one: order 104200 isn't in 1042001.
 */
export function holdsReference(text: string, reference: string): boolean {
  const wanted = normalReference(reference);
  if (wanted === "") return false;
  if (words(text).some((word) => normalReference(word) === wanted)) return true;
  const hasCheckDigits = isRfReference(wanted) || isQrReference(compact(reference));
  if (!hasCheckDigits && wanted.length < shortestWithin) return false;
  return isWithin(compact(text), wanted);
}

const words = (text: string): string[] => text.split(/[\s,;/|:]+/).filter((word) => word !== "");

function isWithin(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const before = text.slice(0, at).replace(/0+$/, "").at(-1) ?? "";
    const after = text.at(at + wanted.length) ?? "";
    const cutsLeft = isDigit(wanted.at(0)) && isDigit(before);
    const cutsRight = isDigit(wanted.at(-1)) && isDigit(after);
    if (!cutsLeft && !cutsRight) return true;
  }
  return false;
}

const isDigit = (character: string | undefined): boolean => /^[0-9]$/.test(character ?? "");

/** The words of a name, for comparing: without titles' dots, in any order. */
export const nameWords = (name: string): string[] =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
    .sort();
