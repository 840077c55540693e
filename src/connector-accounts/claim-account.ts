import type { TenantTransaction } from "../database/transaction.ts";
import { missingCredentials } from "./account.ts";
import { getAccount, lockAccount, markInUse } from "./queries.ts";

/** See `AccountStore.claim`. The lock makes a deletion wait, which then finds the account in use. */
export async function claimAccount(
  trx: TenantTransaction,
  id: string,
): Promise<readonly string[] | undefined> {
  const account = (await lockAccount(trx, id)) ? await getAccount(trx, id) : undefined;
  if (!account) return undefined;
  const missing = missingCredentials(account);
  if (missing.length === 0) await markInUse(trx, id);
  return missing;
}
