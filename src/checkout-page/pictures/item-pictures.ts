import type { TenantScope } from "../../database/transaction.ts";
import type { AgentsFor } from "../../kernel/guarded-agent.ts";
import { fetchPicture, type Picture } from "./fetch-picture.ts";

export type ItemPictures = {
  /** The picture at an address, fetched unless it is remembered; undefined when there is none to show. */
  find(scope: TenantScope, url: string): Promise<Picture | undefined>;
  /** Whether it was tried lately and there was none: then the page doesn't link to it. */
  failedRecently(scope: TenantScope, url: string): boolean;
};

export type ItemPictureOptions = {
  readonly agentsFor: AgentsFor;
  readonly deadlineMs?: number;
};

/** What is remembered, and for how long. In each process for itself: another one only asks once more. */
const maxBytes = 32 * 1024 * 1024;
const maxEntries = 5_000;
const pictureTtlMs = 24 * 60 * 60_000;
const failureTtlMs = 10 * 60_000;

/** Pages link to many pictures, and anybody can open pages: beyond this, those who come get none. */
const maxInFlight = { all: 64, ofTenant: 16 } as const;

type Entry = { readonly picture: Picture | undefined; readonly untilMs: number };

/** Remembers pictures of line items, so that a merchant's server is asked once, not by each customer. */
export function makeItemPictures(options: ItemPictureOptions): ItemPictures {
  const { agentsFor, deadlineMs = 5_000 } = options;
  const cache = new PictureCache();
  const inFlight = new Map<string, Promise<Picture | undefined>>();
  const ofTenants = new Map<number, number>();
  const isBusy = ({ tenantId }: TenantScope): boolean =>
    inFlight.size >= maxInFlight.all || (ofTenants.get(tenantId) ?? 0) >= maxInFlight.ofTenant;
  const count = ({ tenantId }: TenantScope, change: number): void => {
    const now = (ofTenants.get(tenantId) ?? 0) + change;
    if (now === 0) ofTenants.delete(tenantId);
    else ofTenants.set(tenantId, now);
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
      const others = inFlight.get(key);
      if (others || isBusy(scope)) return others ?? Promise.resolve(undefined);
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

/** By tenant, so that nobody can tell from the time it takes what others sell. */
const keyOf = ({ tenantId, mode }: TenantScope, url: string): string => `${tenantId} ${mode} ${url}`;

/** The newest pictures, up to a number of bytes. A Map remembers the order in which things were put into it. */
class PictureCache {
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  find(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (!entry || performance.now() < entry.untilMs) return entry;
    this.#forget(key, entry);
    return undefined;
  }

  set(key: string, picture: Picture | undefined): void {
    const untilMs = performance.now() + (picture ? pictureTtlMs : failureTtlMs);
    this.#entries.set(key, { picture, untilMs });
    this.#bytes += picture?.content.length ?? 0;
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= maxBytes && this.#entries.size <= maxEntries) return;
      this.#forget(oldest, entry);
    }
  }

  #forget(key: string, { picture }: Entry): void {
    this.#entries.delete(key);
    this.#bytes -= picture?.content.length ?? 0;
  }
}
