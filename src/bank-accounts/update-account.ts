import type { TenantTransaction } from "../database/transaction.ts";
import { isOwnId } from "../kernel/id.ts";
import { notFound } from "../kernel/not-found.ts";
import { combineProblems, type Problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { BankAccount } from "./account.ts";
import { faultsOfDetails, toAddress } from "./check-account.ts";
import { faultOfTakenName } from "./fault-of-taken-name.ts";
import { changeAccount, getAccount, lockAccounts, selectAllAccounts } from "./queries.ts";
import type { UpdateAccountBody } from "./schemas.ts";

/**
 * Changes the fields of a checked body. What identifies the account can't be changed, because entries belong to it: another IBAN
 * is another account.
 */
export async function updateAccount(
  trx: TenantTransaction,
  id: string,
  body: UpdateAccountBody,
): Promise<Result<BankAccount, Problem>> {
  if (!isOwnId(id, "bac", trx.scope)) return failed(notFound);
  await lockAccounts(trx);
  const account = await getAccount(trx, id);
  if (!account) return failed(notFound);
  const faults = combineProblems(faultsOfDetails(body, account.type));
  if (faults) return failed(faults);
  const changed = merge(account, body);
  const others = (await selectAllAccounts(trx)).filter((other) => other.id !== id);
  const taken = faultOfTakenName(changed, others);
  if (taken) return failed(taken);
  const stored = await changeAccount(trx, changed);
  return stored ? success(stored) : failed(notFound);
}

function merge(account: BankAccount, body: UpdateAccountBody): BankAccount {
  return {
    ...account,
    holder: body.holder ?? account.holder,
    bic: body.bic === undefined ? account.bic : (body.bic?.toUpperCase() ?? null),
    address: body.address === undefined ? account.address : toAddress(body.address),
    label: body.label === undefined ? account.label : body.label,
    statementAccounts: body.statementAccounts ?? account.statementAccounts,
    status: body.status ?? account.status,
  };
}
