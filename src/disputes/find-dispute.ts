import type { TenantTransaction } from "../database/transaction.ts";
import { isOwnId } from "../kernel/id.ts";
import type { StoredDispute } from "./dispute.ts";
import { getDispute } from "./queries.ts";

/** The caller's dispute, or undefined. Ids of other tenants are recognised without a query. */
export async function findDispute(trx: TenantTransaction, id: string): Promise<StoredDispute | undefined> {
  return isOwnId(id, "dp", trx.scope) ? getDispute(trx, id) : undefined;
}
