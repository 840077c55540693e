import type { TenantTransaction } from "../database/transaction.ts";
import type { BankAccount } from "./account.ts";
import { selectAllAccounts } from "./queries.ts";

/** The accounts that take new transfers in a currency, oldest first: at most 100. */
export async function listEnabledAccounts(trx: TenantTransaction, currency: string): Promise<BankAccount[]> {
  const accounts = await selectAllAccounts(trx);
  return accounts.filter((account) => account.status === "enabled" && account.currency === currency);
}
