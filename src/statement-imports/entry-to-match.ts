import type { TenantTransaction } from "../database/transaction.ts";
import type { BankEntry } from "./bank-entry.ts";

/** A booked entry, as those need it who find out what it is for. */
export type EntryToMatch = Pick<
  BankEntry,
  | "id"
  | "bankAccountId"
  | "status"
  | "matchStatus"
  | "creditDebit"
  | "reversal"
  | "amountMinor"
  | "currency"
  | "details"
  | "more"
>;

/**
 * Called with entries that are booked now or list more of their transactions now, in the transaction that stores them. Entries that are
 * matched or ignored already aren't among them.
 */
export type EntriesBooked = (trx: TenantTransaction, entries: readonly EntryToMatch[]) => Promise<void>;
