import type { TenantScope } from "../../database/transaction.ts";
import type { AgentsFor } from "../../kernel/guarded-agent.ts";
import { fetchPicture, type Picture } from "./fetch-picture.ts";

export type ItemPictures = {
  /** The picture at a URL, from the cache or fetched; undefined when there is none to show. */
  find(scope: TenantScope, url: string): Promise<Picture | undefined>;
  /** Whether the last fetch failed recently. Then the page leaves the picture out. */
  failedRecently(scope: TenantScope, url: string): boolean;
};

export type ItemPictureOptions = {
  readonly agentsFor: AgentsFor;
  readonly deadlineMs?: number;
};

/** Limits of the cache, per process. */
const maxBytes = 32 * 1024 * 1024;
const maxEntries = 5_000;
const pictureTtlMs = 24 * 60 * 60_000;
const failureTtlMs = 10 * 60_000;

/** Limits of concurrent fetches, because anybody can open pages with many pictures. Further requests get no picture. */
const maxInFlight = { all: 64, perTenant: 16 } as const;

type Entry = { readonly picture: Picture | undefined; readonly untilMs: number };

/** Caches pictures of line items, so that a merchant's server gets one request instead of one per customer. */
export function makeItemPictures(options: ItemPictureOptions): ItemPictures {
  const { agentsFor, deadlineMs = 5_000 } = options;
  const cache = new PictureCache();
  const inFlight = new Map<string, Promise<Picture | undefined>>();
  const inFlightByTenant = new Map<number, number>();
  const isBusy = ({ tenantId }: TenantScope): boolean =>
    inFlight.size >= maxInFlight.all || (inFlightByTenant.get(tenantId) ?? 0) >= maxInFlight.perTenant;
  const count = ({ tenantId }: TenantScope, change: number): void => {
    const now = (inFlightByTenant.get(tenantId) ?? 0) + change;
    if (now === 0) inFlightByTenant.delete(tenantId);
    else inFlightByTenant.set(tenantId, now);
  };
  const load = async (key: string, scope: TenantScope, url: string): Promise<Picture | undefined> => {
    count(scope, 1);
    try {
      const picture = await fetchPicture(url, { agents: agentsFor(scope), deadlineMs });
      cache.set(key, picture);
      return picture;
    } finally {
      count(scope, -1);
      inFlight.delete(key);
    }
  };
  return {
    find: (scope, url) => {
      const key = keyOf(scope, url);
      const known = cache.find(key);
      if (known) return Promise.resolve(known.picture);
      const pending = inFlight.get(key);
      if (pending || isBusy(scope)) return pending ?? Promise.resolve(undefined);
      const loading = load(key, scope, url);
      inFlight.set(key, loading);
      return loading;
    },
    failedRecently: (scope, url) => {
      const known = cache.find(keyOf(scope, url));
      return known !== undefined && known.picture === undefined;
    },
  };
}

/** Keys contain the tenant, so that the response time reveals nothing about other tenants. */
const keyOf = ({ tenantId, mode }: TenantScope, url: string): string => `${tenantId} ${mode} ${url}`;

/** The newest pictures, up to `maxBytes` and `maxEntries`. A Map keeps its entries in insertion order. */
class PictureCache {
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  find(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (!entry || performance.now() < entry.untilMs) return entry;
    this.#delete(key, entry);
    return undefined;
  }

  set(key: string, picture: Picture | undefined): void {
    const untilMs = performance.now() + (picture ? pictureTtlMs : failureTtlMs);
    this.#entries.set(key, { picture, untilMs });
    this.#bytes += picture?.content.length ?? 0;
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= maxBytes && this.#entries.size <= maxEntries) return;
      this.#delete(oldest, entry);
    }
  }

  #delete(key: string, { picture }: Entry): void {
    this.#entries.delete(key);
    this.#bytes -= picture?.content.length ?? 0;
  }
}
