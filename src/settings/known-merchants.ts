import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { getTenant, type Tenant } from "../tenants/find-tenant.ts";
import { getSettings } from "./queries.ts";
import { toPageSettings } from "./read-settings.ts";
import type { PageSettings } from "./settings.ts";

/** What pages show of a tenant in a mode. */
export type KnownMerchant = { readonly tenant: Tenant; readonly settings: PageSettings };

/** At most so many are kept in memory. */
const keptAtMost = 10_000;

/**
 * Keeps tenants and their page settings in memory, so that a page costs no query for them. Never out of date: the page's own
 * transaction reads the count of changes (`getKeyEpoch`), and what was kept before the count moved is read again.
 */
export class KnownMerchants {
  readonly #database: Pick<Database, "inTenant">;
  readonly #kept = new Map<string, Promise<KnownMerchant | undefined>>();
  #epoch: number | undefined;

  constructor(database: Pick<Database, "inTenant">) {
    this.#database = database;
  }

  /** The tenant, at least as new as the count of changes; undefined if there is none. */
  of(scope: TenantScope, epoch: number): Promise<KnownMerchant | undefined> {
    // A read that began before the count moved is dropped with the others, so it isn't kept under the new count.
    if (epoch !== this.#epoch || this.#kept.size >= keptAtMost) this.#kept.clear();
    this.#epoch = epoch;
    const key = `${scope.tenantId} ${scope.mode}`;
    const known = this.#kept.get(key);
    if (known) return known;
    const read = this.#read(scope);
    this.#kept.set(key, read);
    read.catch(() => {
      if (this.#kept.get(key) === read) this.#kept.delete(key);
    });
    return read;
  }

  #read({ tenantId, mode }: TenantScope): Promise<KnownMerchant | undefined> {
    return this.#database.inTenant({ tenantId, mode }, async (trx) => {
      const [tenant, set] = await trx.commitWith(Promise.all([getTenant(trx, tenantId), getSettings(trx)]));
      return tenant && { tenant, settings: toPageSettings(tenant, set) };
    });
  }
}
