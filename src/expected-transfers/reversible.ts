import type { EntryMatch } from "./match.ts";

/** What can be reversed: matches of the amount for the transfer, without those that were reversed already. */
export function reversible(
  matches: readonly Pick<EntryMatch, "action" | "amountMinor" | "countedMinor">[],
  amountMinor: number,
): { readonly countedMinor: number } | undefined {
  const ofAmount = matches.filter((match) => match.amountMinor === amountMinor);
  const reversed = ofAmount
    .filter(({ action }) => action === "reverse")
    .map(({ countedMinor }) => -countedMinor);
  const left = ofAmount.filter(({ action }) => action !== "reverse");
  for (const countedMinor of reversed) {
    const at = left.findIndex((match) => match.countedMinor === countedMinor);
    if (at !== -1) left.splice(at, 1);
  }
  return left[0];
}
