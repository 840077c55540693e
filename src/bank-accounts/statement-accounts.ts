import type { TenantTransaction } from "../database/transaction.ts";
import { selectAllAccounts } from "./queries.ts";
import { statementName, statementNamesOf } from "./statement-name.ts";

/** Finds the tenant's account that a bank statement names. */
export type StatementAccounts = {
  /**
   * The account's id; undefined if none has this identification.
   *
   * @param currency the account's currency by the statement, or that of the entry. An account in another currency is only found
   *   if it is the only one with this identification
   */
  find(identification: string, currency: string): string | undefined;
};

/** Reads the accounts of the transaction's tenant and mode, disabled ones included. They are at most 100. */
export async function readStatementAccounts(trx: TenantTransaction): Promise<StatementAccounts> {
  const byName = new Map<string, { id: string; currency: string }[]>();
  for (const account of await selectAllAccounts(trx)) {
    for (const name of statementNamesOf(account)) byName.set(name, [...(byName.get(name) ?? []), account]);
  }
  return {
    find: (identification, currency) => {
      const found = byName.get(statementName(identification)) ?? [];
      const exact = found.find((account) => account.currency === currency);
      return (exact ?? (found.length === 1 ? found[0] : undefined))?.id;
    },
  };
}
