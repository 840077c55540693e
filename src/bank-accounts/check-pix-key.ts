import { failed, type Result, success } from "../kernel/result.ts";

const forms =
  "Send a CPF or CNPJ without punctuation, a phone number such as +5511912345678, an e-mail address of at most 77 characters, or a random key (a UUID).";

/**
 * Checks the form of a Pix key, and the check digits of a CPF or CNPJ. Only the bank knows whether the key exists. Returns the
 * key as the DICT directory has it: an e-mail address or random key in small letters.
 */
export function checkPixKey(text: string): Result<string, string> {
  const key = text.trim();
  if (/^[0-9]{11}$/.test(key))
    return isCpf(key)
      ? success(key)
      : failed("It isn't a CPF: its last two digits are wrong. A phone number begins with +55.");
  if (/^[0-9A-Za-z]{12}[0-9]{2}$/.test(key))
    return isCnpj(key.toUpperCase())
      ? success(key.toUpperCase())
      : failed("It isn't a CNPJ: its last two digits are wrong.");
  const small = key.toLowerCase();
  const isOther =
    /^\+[1-9][0-9]{7,14}$/.test(key) ||
    /^(?=.{3,77}$)[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9.-]+$/.test(small) ||
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(small);
  return isOther ? success(small) : failed(`It isn't a Pix key. ${forms}`);
}

function isCpf(digits: string): boolean {
  if (/^(.)\1+$/.test(digits)) return false;
  return digits.endsWith(twoCheckDigits(digits.slice(0, 9), (place) => place + 2));
}

/** Since July 2026 a CNPJ may have letters. They count as their ASCII codes minus 48. */
function isCnpj(text: string): boolean {
  if (/^(.)\1+$/.test(text)) return false;
  return text.endsWith(twoCheckDigits(text.slice(0, 12), (place) => (place % 8) + 2));
}

/** @param weightOf the weight of a character by its place from the right, counted from 0 */
function twoCheckDigits(body: string, weightOf: (place: number) => number): string {
  const first = checkDigit(body, weightOf);
  return `${first}${checkDigit(`${body}${first}`, weightOf)}`;
}

function checkDigit(text: string, weightOf: (place: number) => number): number {
  const values = [...text].map((character) => character.charCodeAt(0) - 48).reverse();
  const rest = values.reduce((sum, value, place) => sum + value * weightOf(place), 0) % 11;
  return rest < 2 ? 0 : 11 - rest;
}
