import type { TenantTransaction } from "../database/transaction.ts";
import { isOwnId } from "../kernel/id.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { deleteUnused, lockAccount } from "./queries.ts";

/** Deletes an account that was never enabled, nor named by a session, with its credentials. False if the caller has none with this id. */
export async function deleteAccount(trx: TenantTransaction, id: string): Promise<Result<boolean, Problem>> {
  if (!isOwnId(id, "ca", trx.scope) || !(await lockAccount(trx, id))) return success(false);
  return (await deleteUnused(trx, id)) ? success(true) : failed(inUse);
}

const inUse = problem(
  "connector_account_in_use",
  "The account was enabled or named by a session, so charges may depend on it. Send the status disabled to stop new charges.",
);
