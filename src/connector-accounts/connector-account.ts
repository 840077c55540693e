import type { ConnectorAccount } from "../connectors/connector-account.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import { isOwnId } from "../kernel/id.ts";
import type { Sealer } from "../kernel/seal.ts";
import type { Account } from "./account.ts";
import { openCredentials } from "./credentials.ts";
import { getAccount, type SealedCredentials, selectCredentials, selectInOrder } from "./queries.ts";

type Deps = { readonly keyring: Sealer };

/** A stored account with the form that connectors take: its settings and credentials are in `connectorAccount.settings`. */
export type StoredAccount = {
  /** The name of the connector. */
  readonly connector: string;
  readonly account: Account;
  readonly connectorAccount: ConnectorAccount;
};

/** The enabled accounts of a transaction's tenant and mode, in the order in which new charges use them. */
export async function listAccountsForNewCharges(
  deps: Deps,
  trx: TenantTransaction,
): Promise<StoredAccount[]> {
  const accounts = await listAllAccounts(deps, trx);
  return accounts.filter(({ account }) => account.status === "enabled");
}

/** All accounts of a transaction's tenant and mode: each of them may hold charges. */
export async function listAllAccounts(deps: Deps, trx: TenantTransaction): Promise<StoredAccount[]> {
  const accounts = await selectInOrder(trx);
  return Promise.all(accounts.map((account) => open(deps, trx, account)));
}

/** The account that is stored with a charge, also if it is disabled by now. Undefined if the tenant has none with this id. */
export async function findAccount(
  deps: Deps,
  trx: TenantTransaction,
  id: string,
): Promise<StoredAccount | undefined> {
  const account = isOwnId(id, "ca", trx.scope) ? await getAccount(trx, id) : undefined;
  return account && open(deps, trx, account);
}

/**
 * The forms of an account with which a notification may verify: with the current credentials, and with the previous ones
 * until they retire. Empty if the tenant has no account with this id.
 */
export async function findAccountsOfNotification(
  deps: Deps,
  trx: TenantTransaction,
  id: string,
): Promise<StoredAccount[]> {
  const account = isOwnId(id, "ca", trx.scope) ? await getAccount(trx, id) : undefined;
  if (!account) return [];
  const versions = await selectCredentials(trx, id);
  return versions.map((version) => withCredentials(deps, trx, account, version));
}

async function open(deps: Deps, trx: TenantTransaction, account: Account): Promise<StoredAccount> {
  const [current] = await selectCredentials(trx, account.id);
  if (!current) throw new Error(`${account.id} has no credentials`);
  return withCredentials(deps, trx, account, current);
}

function withCredentials(
  { keyring }: Deps,
  trx: TenantTransaction,
  account: Account,
  { sealed, ...place }: SealedCredentials,
): StoredAccount {
  const { id, tenantId, mode, settings, connector } = account;
  const credentials = openCredentials(keyring, trx.scope, place, sealed);
  return {
    connector,
    account,
    connectorAccount: { id, tenantId, mode, settings: { ...settings, ...credentials } },
  };
}
