import type { TenantTransaction } from "../database/transaction.ts";
import { isOwnId } from "../kernel/id.ts";
import type { BankEntry } from "./bank-entry.ts";
import type { EntryToMatch } from "./entry-to-match.ts";
import { getEntry, lockEntry } from "./queries.ts";

export {
  getEntryToMatch,
  lockToMatch,
  lockUnmatchedDebits,
  lockUnmatchedOfAmount,
  setMatchStatus,
} from "./queries.ts";

/** The caller's entry, or undefined. Ids of other tenants are recognised without a query. */
export async function findEntry(trx: TenantTransaction, id: string): Promise<BankEntry | undefined> {
  return isOwnId(id, "ben", trx.scope) ? getEntry(trx, id) : undefined;
}

/** The same with all its details. Nobody else can match it before the commit. */
export async function lockOwnEntry(trx: TenantTransaction, id: string): Promise<EntryToMatch | undefined> {
  return isOwnId(id, "ben", trx.scope) ? lockEntry(trx, id) : undefined;
}
