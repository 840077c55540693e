import { addressRules } from "../../kernel/address-rules.ts";
import type { DetailOption } from "./detail-field.ts";

const known = new Map<string, readonly DetailOption[]>();

/** Countries with their names in a language, in its alphabet's order. Without codes, all of them: their list is made once. */
export function countryOptions(locale: string, codes?: readonly string[]): readonly DetailOption[] {
  if (codes) return optionsOf(locale, codes);
  const kept = known.get(locale) ?? optionsOf(locale, Object.keys(addressRules));
  known.set(locale, kept);
  return kept;
}

function optionsOf(locale: string, codes: readonly string[]): DetailOption[] {
  const names = new Intl.DisplayNames([locale], { type: "region" });
  const { compare } = new Intl.Collator(locale);
  return codes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((left, right) => compare(left.label, right.label));
}
