import type { TenantTransaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import { makeId } from "../kernel/id.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { BankAccount } from "./account.ts";
import { checkNewAccount } from "./check-account.ts";
import { faultOfTakenName } from "./fault-of-taken-name.ts";
import { insertAccount, lockAccounts, selectAllAccounts } from "./queries.ts";
import type { CreateAccountBody } from "./schemas.ts";

export const accountsAtMost = 100;

/** Creates an account. Fails with a problem of its fields, `bank_account_exists` or `bank_account_limit_reached`. */
export async function createAccount(
  deps: { readonly nowMs: () => number },
  trx: TenantTransaction,
  body: CreateAccountBody,
): Promise<Result<BankAccount, Problem>> {
  const checked = checkNewAccount(body);
  if (!checked.ok) return checked;
  const account = checked.value;
  await lockAccounts(trx);
  const others = await selectAllAccounts(trx);
  const same = others.find(
    ({ type, identifier, currency }) =>
      type === account.type && identifier === account.identifier && currency === account.currency,
  );
  if (same) return failed(problem("bank_account_exists", `It is ${same.id}.`));
  const taken = faultOfTakenName(account, others);
  if (taken) return failed(taken);
  if (others.length >= accountsAtMost)
    return failed(problem("bank_account_limit_reached", `You already have ${accountsAtMost} accounts.`));
  const id = makeId("bac", trx.mode, trx.tenantId, deps.nowMs());
  return success(present(await insertAccount(trx, id, account), "the account just made"));
}
