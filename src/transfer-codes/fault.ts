import { findForbiddenText } from "../kernel/text-rules.ts";

/** Why a code can't be made: the field that is wrong, and what is wrong with it and what to change. */
export type Fault<Field extends string> = { readonly field: Field; readonly detail: string };

/** The limits of a text: its length in characters, and whether it may be empty. */
type TextLimits = { readonly max: number; readonly min?: number };

/**
 * The fault of a text that stands in a line of its own or in a field of counted length. A line break in it would shift all
 * lines after it.
 */
export function faultOfText<Field extends string>(
  field: Field,
  text: string,
  { max, min = 1 }: TextLimits,
): Fault<Field> | undefined {
  const length = [...text].length;
  if (length < min || (min > 0 && text.trim() === "")) return { field, detail: `${field} is missing.` };
  if (length > max)
    return { field, detail: `${field} has ${length} characters; shorten it to at most ${max}.` };
  const forbidden = findForbiddenText(text);
  if (forbidden === undefined) return undefined;
  return { field, detail: `${field} has ${forbidden.reason} (${forbidden.codePoint}); remove it.` };
}

/** The fault of a text that must match a pattern; `rule` continues "must be". */
export function faultOfPattern<Field extends string>(
  field: Field,
  text: string,
  pattern: RegExp,
  rule: string,
): Fault<Field> | undefined {
  return pattern.test(text) ? undefined : { field, detail: `${field} must be ${rule}.` };
}

/** The fault of an amount of hundredths, which all of these codes use. `minor` is an integer. */
export function faultOfAmount<Field extends string>(
  field: Field,
  minor: number,
  max: number,
): Fault<Field> | undefined {
  if (Number.isSafeInteger(minor) && minor >= 1 && minor <= max) return undefined;
  return { field, detail: `${field} is ${minor}; it must be an integer from 1 to ${max}.` };
}
