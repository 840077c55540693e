import type { TenantTransaction } from "../database/transaction.ts";
import { isOwnId } from "../kernel/id.ts";
import type { BankAccount } from "./account.ts";
import { getAccount } from "./queries.ts";

/** The caller's account, or undefined. Ids of other tenants are recognised without a query. */
export async function findAccount(trx: TenantTransaction, id: string): Promise<BankAccount | undefined> {
  return isOwnId(id, "bac", trx.scope) ? getAccount(trx, id) : undefined;
}
