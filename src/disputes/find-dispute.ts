import type { Scope, Transaction } from "../database/transaction.ts";
import { isOwnId } from "../kernel/id.ts";
import type { StoredDispute } from "./dispute.ts";
import { getDispute } from "./queries.ts";

/** The caller's dispute, or undefined. An id that isn't the caller's is known as such without asking the database. */
export async function findDispute(
  trx: Transaction,
  scope: Scope,
  id: string,
): Promise<StoredDispute | undefined> {
  return isOwnId(id, "dp", scope) ? getDispute(trx, scope, id) : undefined;
}
