import type { EntryMatch } from "./match.ts";

/** What can be reversed: a match of the amount for the transfer that wasn't reversed already. */
export function reversible<Match extends Pick<EntryMatch, "action" | "amountMinor" | "countedMinor">>(
  matches: readonly Match[],
  amountMinor: number,
): Match | undefined {
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
