import type { BankEntry } from "../statement-imports/bank-entry.ts";
import { toApiBankEntry } from "../statement-imports/bank-entry.ts";
import type { EntryMatch } from "./match.ts";
import type { EntryException } from "./suggest.ts";

/** A bank entry with what it is for and what it may be for. */
export type DecidedEntry = {
  readonly entry: BankEntry;
  readonly matches: readonly EntryMatch[];
  readonly exceptions: readonly EntryException[];
};

export const toApiDecidedEntry = ({ entry, matches, exceptions }: DecidedEntry) => ({
  ...toApiBankEntry(entry),
  matches: matches.map(toApiMatch),
  exceptions: exceptions.map(({ number, reason, suggestions }) => ({
    transaction: toApiNumber(number),
    reason,
    suggestions: suggestions.map(({ candidateId, reasons }) => ({ expectedTransfer: candidateId, reasons })),
  })),
});

const toApiMatch = (match: EntryMatch) => ({
  transaction: toApiNumber(match.number),
  expectedTransfer: match.transferId,
  rule: match.rule,
  action: match.action,
  amount: match.amountMinor,
  amountRefunded: match.refundedMinor,
  amountSurplus: match.surplusMinor,
  decidedBy: match.decidedBy,
});

const toApiNumber = (number: number): number | null => (number === 0 ? null : number);
