import type { Values } from "../connectors/kind.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import { isOwnId } from "../kernel/id.ts";
import type { Sealer } from "../kernel/seal.ts";
import type { Account } from "./account.ts";
import { openCredentials } from "./credentials.ts";
import { getAccount, selectCredentials } from "./queries.ts";

/** The caller's account without its credentials, or undefined. */
export async function findAccountFacts(trx: TenantTransaction, id: string): Promise<Account | undefined> {
  return isOwnId(id, "ca", trx.scope) ? getAccount(trx, id) : undefined;
}

/** An account and its current credentials. */
export type OpenedAccount = { readonly account: Account; readonly credentials: Values };

export async function openAccount(
  deps: { readonly keyring: Sealer },
  trx: TenantTransaction,
  id: string,
): Promise<OpenedAccount | undefined> {
  const account = await findAccountFacts(trx, id);
  if (!account) return undefined;
  const [current] = await selectCredentials(trx, id);
  const { sealed, ...place } = present(current, "the account's credentials");
  return { account, credentials: openCredentials(deps.keyring, trx.scope, place, sealed) };
}
