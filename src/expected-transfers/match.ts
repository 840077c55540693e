import type { MatchRule } from "../statement-matching/match-entry.ts";

/** What an entry, or one transaction of it, is for. Amounts are minor units of `currency`. */
export type EntryMatch = {
  readonly entryId: string;
  /** The number of the transaction within the entry, from 1; 0 for the whole entry. */
  readonly number: number;
  /** Null if the money is for none. */
  readonly transferId: string | null;
  /** `manual`: a person said so. */
  readonly rule: MatchRule | "manual";
  readonly action: MatchAction;
  readonly amountMinor: number;
  readonly currency: string;
  /** By how much it changed what the transfer has received; negative for a reversal. */
  readonly countedMinor: number;
  readonly refundedMinor: number;
  readonly surplusMinor: number;
  /** Null for Kassa. */
  readonly decidedBy: string | null;
};

/**
 * `pay`: the transfer is paid with it, or it is a surplus of one that is. `wait`: it isn't enough yet. `refund`: all of it is returned.
 * `reverse`: the bank took money back. `ignore`: it is for no expected transfer.
 */
export type MatchAction = "pay" | "wait" | "refund" | "reverse" | "ignore";
