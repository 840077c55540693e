import type { TenantTransaction } from "../database/transaction.ts";
import type { BankEntry, NewBankEntry } from "./bank-entry.ts";

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
> &
  Pick<NewBankEntry, "entryKey">;

/** Money that the tenant paid: a debit that takes nothing back. It is unmatched only if it is a refund that Kassa doesn't know. */
export const isPaidByTenant = ({
  creditDebit,
  reversal,
}: Pick<BankEntry, "creditDebit" | "reversal">): boolean => creditDebit === "debit" && !reversal;

/**
 * Called with entries that are booked now or list more of their transactions now, in the transaction that stores them. Entries that are
 * matched or ignored already aren't among them.
 */
export type EntriesBooked = (trx: TenantTransaction, entries: readonly EntryToMatch[]) => Promise<void>;
