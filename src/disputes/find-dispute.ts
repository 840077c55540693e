import type { TenantTransaction } from "../database/transaction.ts";
import { isOwnId } from "../kernel/id.ts";
import type { StoredDispute } from "./dispute.ts";
import { getDispute } from "./queries.ts";

/** The caller's dispute, or undefined. An id that isn't the caller's is known as such without asking the database. */
export async function findDispute(trx: TenantTransaction, id: string): Promise<StoredDispute | undefined> {
  return isOwnId(id, "dp", trx.scope) ? getDispute(trx, id) : undefined;
}
