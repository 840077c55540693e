import type { TenantTransaction } from "../database/transaction.ts";
import { isOwnId } from "../kernel/id.ts";
import { combineProblems, type Problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { type Account, missingCredentials } from "./account.ts";
import { incompleteFaults } from "./check-complete.ts";
import { mergeOffer, offerFaults } from "./check-offer.ts";
import { changeAccount, getAccount, lockAccount } from "./queries.ts";
import type { UpdateAccountBody } from "./schemas.ts";

/** Changes an account; undefined if the caller has none with this id. Credentials are changed by `rotateCredentials`. */
export async function updateAccount(
  trx: TenantTransaction,
  id: string,
  body: UpdateAccountBody,
): Promise<Result<Account | undefined, Problem>> {
  if (!isOwnId(id, "ca", trx.scope) || !(await lockAccount(trx, id))) return success(undefined);
  const fault = combineProblems(offerFaults(body));
  if (fault) return failed(fault);
  const account = await getAccount(trx, id);
  if (!account) return success(undefined);
  const [incomplete] = incompleteFaults(body.status, missingCredentials(account));
  if (incomplete) return failed(incomplete);
  await changeAccount(trx, id, {
    ...mergeOffer(account, body),
    label: body.label ?? account.label,
    status: body.status ?? account.status,
    position: body.position ?? account.position,
    weight: body.weight ?? account.weight,
  });
  return success(await getAccount(trx, id));
}
