import type { Offer } from "../connectors/offer.ts";
import type { AccountStore, StoredAccount } from "../connectors/registry.ts";
import type { Database } from "../database/database.ts";
import type { TenantScope, TenantTransaction } from "../database/transaction.ts";
import { parseId } from "../kernel/id.ts";
import type { Sealer } from "../kernel/seal.ts";
import type { Account } from "./account.ts";
import { claimAccount } from "./claim-account.ts";
import { openCredentials } from "./credentials.ts";
import { getAccount, type SealedCredentials, selectCredentials, selectInOrder } from "./queries.ts";

type Deps = {
  readonly database: Pick<Database, "inTenant">;
  readonly keyring: Sealer;
  /**
   * A number that changes with each change of accounts in the database; undefined while it isn't known. Accounts are kept in memory
   * until it changes.
   */
  readonly epoch: () => number | undefined;
  /** Whether there is such a tenant, without a query for each question. */
  readonly knowsTenant: (tenantId: number) => Promise<boolean>;
  /** The only currencies that a connector's accounts can take, whatever they are set to; null for any. */
  readonly currenciesOf?: (trx: TenantTransaction, connector: string) => Promise<readonly string[] | null>;
};

/** At most so many tenants' accounts are kept in memory. */
const keptAtMost = 10_000;

/** The store from which the registry takes tenants' accounts, with their credentials. */
export function makeAccountStore(deps: Deps): AccountStore {
  const kept = new Map<string, Promise<readonly StoredAccount[]>>();
  let keptSince: number | undefined;
  const store: AccountStore = {
    list: (scope) => {
      const epoch = deps.epoch();
      if (epoch !== keptSince || kept.size >= keptAtMost) kept.clear();
      keptSince = epoch;
      const key = `${scope.tenantId} ${scope.mode}`;
      const known = kept.get(key);
      if (epoch !== undefined && known) return known;
      const read = listAccounts(deps, scope);
      kept.set(key, read);
      read.catch(() => {
        if (kept.get(key) === read) kept.delete(key);
      });
      return read;
    },
    find: async (scope, id) => (await listAccounts(deps, scope)).find(({ account }) => account.id === id),
    listVersions: async (id) => {
      const scope = parseId(id, "ca");
      // Anybody can send a notification: one for an account that doesn't exist costs no query.
      if (!scope || !(await deps.knowsTenant(scope.tenantId))) return [];
      const isKnown = (await store.list(scope)).some(({ account }) => account.id === id);
      return isKnown ? listVersions(deps, scope, id) : [];
    },
    // Not in the name of the person who asks for the session: it changes nothing that a role decides about.
    claim: ({ tenantId, mode }, id) =>
      deps.database.inTenant({ tenantId, mode }, (trx) => claimAccount(trx, id)),
  };
  return store;
}

function listAccounts(deps: Deps, { tenantId, mode }: TenantScope): Promise<readonly StoredAccount[]> {
  return deps.database.inTenant({ tenantId, mode }, async (trx) => {
    const accounts = await selectInOrder(trx);
    return Promise.all(
      accounts.map(async (account) => {
        const [current] = await selectCredentials(trx, account.id);
        if (!current) throw new Error(`${account.id} has no credentials`);
        const stored = withCredentials(deps, trx, account, current);
        const possible = (await deps.currenciesOf?.(trx, account.connector)) ?? null;
        return possible === null ? stored : { ...stored, offer: within(stored.offer, possible) };
      }),
    );
  });
}

const within = (offer: Offer, possible: readonly string[]): Offer => ({
  ...offer,
  currencies: possible.filter((currency) => offer.currencies?.includes(currency) ?? true),
});

function listVersions(deps: Deps, scope: TenantScope, id: string): Promise<readonly StoredAccount[]> {
  return deps.database.inTenant(scope, async (trx) => {
    const account = await getAccount(trx, id);
    if (!account) return [];
    const versions = await selectCredentials(trx, id);
    return versions.map((version) => withCredentials(deps, trx, account, version));
  });
}

function withCredentials(
  { keyring }: Pick<Deps, "keyring">,
  trx: TenantTransaction,
  account: Account,
  { sealed, ...place }: SealedCredentials,
): StoredAccount {
  const { id, tenantId, mode, settings, connector, status, position, weight } = account;
  const { methods, currencies, countries, amountLimits } = account;
  const credentials = openCredentials(keyring, trx.scope, place, sealed);
  return {
    connector,
    account: { id, tenantId, mode, settings: { ...settings, ...credentials } },
    position,
    weight,
    isEnabled: status === "enabled",
    offer: { methods, currencies, countries, amountLimits },
  };
}
