import type { EntryMatch } from "./match.ts";

/** The name of money that a bank took back, by which the payments know it: the entry, and the transaction within it. */
export const reversalReference = ({ entryId, number }: Pick<EntryMatch, "entryId" | "number">): string =>
  `${entryId}/${number}`;

/** The entry and the number of a reference; undefined if it is none. */
export function parseReversalReference(
  reference: string,
): Pick<EntryMatch, "entryId" | "number"> | undefined {
  const match = /^(ben_[0-9A-Za-z_]+)\/([0-9]{1,6})$/.exec(reference);
  return match ? { entryId: match[1] ?? "", number: Number(match[2]) } : undefined;
}
