import { type Problem, problem } from "../kernel/problem.ts";
import type { BankAccount } from "./account.ts";
import { statementNamesOf } from "./statement-name.ts";

type Named = Pick<BankAccount, "type" | "identifier" | "currency" | "statementAccounts">;

/**
 * The problem if statements may name another account in the same way: it wouldn't be known to which of them an entry belongs.
 * Accounts in different currencies can share an identification.
 */
export function faultOfTakenName(
  account: Named,
  others: readonly (Named & { readonly id: string })[],
): Problem | undefined {
  const names = new Set(statementNamesOf(account));
  for (const other of others) {
    if (other.currency !== account.currency) continue;
    const taken = statementNamesOf(other).find((name) => names.has(name));
    if (taken !== undefined)
      return problem("bank_account_exists", `Statements name ${other.id} "${taken}" as well.`);
  }
  return undefined;
}
