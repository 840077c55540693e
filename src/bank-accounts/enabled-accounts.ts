import type { TenantTransaction } from "../database/transaction.ts";
import type { BankAccount } from "./account.ts";
import { selectAllAccounts } from "./queries.ts";

/** The accounts that take new transfers in a currency, oldest first: at most 100. */
export async function listEnabledAccounts(trx: TenantTransaction, currency: string): Promise<BankAccount[]> {
  const accounts = await selectAllAccounts(trx);
  return accounts.filter((account) => account.status === "enabled" && account.currency === currency);
}

/** The currencies in which the tenant can be paid by bank transfer. */
export async function listEnabledCurrencies(trx: TenantTransaction): Promise<string[]> {
  const accounts = await selectAllAccounts(trx);
  const enabled = accounts.filter(({ status }) => status === "enabled");
  return [...new Set(enabled.map(({ currency }) => currency))];
}
