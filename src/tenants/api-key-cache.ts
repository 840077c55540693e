import { hash } from "node:crypto";
import type { BlockList } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import type { TenantScope, Transaction } from "../database/transaction.ts";
import type { AmountLimits } from "../kernel/amount-limits.ts";
import type { DatabaseClock } from "../kernel/clock.ts";
import type { Mode } from "../kernel/mode.ts";
import type { Keyring } from "../kernel/seal.ts";
import { type ParsedApiKey, parseApiKey } from "./api-key.ts";
import type { Caller } from "./caller.ts";
import { hashApiKey } from "./create-key.ts";
import { KeyUses } from "./key-uses.ts";
import { networkList } from "./networks.ts";
import {
  getKeyEpoch,
  getTenant,
  type KeyRow,
  listTenantIds,
  listUsableKeys,
  type TenantRow,
} from "./queries.ts";
import { TokenBucket } from "./token-bucket.ts";

/** What a valid API key stands for. */
export type KeyHolder = Caller & {
  readonly keyId: string;
  readonly networks: BlockList | null;
  readonly expiresAtMs: number;
  /** Milliseconds since 1970; 0 once the use is noted for storing. */
  lastUsedMs: number;
};

/** A tenant's usable keys in a mode, by the keyed hash of their secret in base 64. */
type TenantKeys = {
  readonly tenant: TenantRow | undefined;
  readonly amountLimits: AmountLimits;
  readonly keys: ReadonlyMap<string, KeyRow>;
};

export type RateLimits = { readonly live: number; readonly sandbox: number } | "off";

type Deps = {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly clock: DatabaseClock;
  readonly rateLimits: RateLimits;
  readonly readAmountLimits: ReadAmountLimits;
};

/** Reads a tenant's limits of session amounts from its settings. A change of them advances the epoch of the keys. */
export type ReadAmountLimits = (trx: Transaction, scope: TenantScope) => Promise<AmountLimits>;

/** How often each process asks the database whether keys have changed. */
export const askEveryMs = 250;
/** How long extra questions are collected, so that one query answers all of them. */
const askAgainMs = 20;
/** How long an answer is trusted. */
const trustForMs = 800;
const rememberAtMost = 50_000;

/**
 * Caches API keys, so that authentication needs no query, and still applies revocations within a second: the cache is
 * cleared when the database's count of key changes (the epoch) moves, and isn't used when the last answer of the database
 * is older than 800 ms. Each process polls the database itself, so no invalidation message can be lost.
 */
export class ApiKeyCache {
  readonly #deps: Deps;
  readonly #contexts = new Map<string, KeyHolder>();
  readonly #tenantKeys = new Map<string, Promise<TenantKeys>>();
  #tenantIds: ReadonlySet<number> = new Set();
  #nextAsk: Promise<void> | undefined;
  readonly #buckets = new Map<string, TokenBucket>();
  readonly #uses = new KeyUses();
  #generation = 0;
  #epoch = -1;
  #trustedUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Starts polling the database. Resolves after the first answer. */
  async start(): Promise<void> {
    await this.#ask();
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    // An unavailable database must not block the shutdown. The last uses are then lost.
    await this.recordUses().catch(() => {});
  }

  /** The cached context of an API key; null if the key has expired, undefined if it isn't cached. */
  get(secret: string): KeyHolder | null | undefined {
    if (!this.#isTrusted) return undefined;
    const auth = this.#contexts.get(hash("sha256", secret, "base64url"));
    if (!auth) return undefined;
    const nowMs = this.#deps.clock.nowMs();
    if (nowMs >= auth.expiresAtMs) return null;
    auth.lastUsedMs = nowMs;
    return auth;
  }

  /**
   * The context of a key that isn't cached; null if there is no such key. A tenant's keys are read once and kept until keys
   * change, so forged keys cause no further queries. An unknown key may be new. Before it is refused, the database is asked
   * whether keys have changed: at most once every 20 ms for all unknown keys together, and only if `mayAsk` returns true
   * (otherwise the result is "limited").
   */
  async fetch(secret: string, mayAsk: () => boolean = () => true): Promise<KeyHolder | null | "limited"> {
    const parsed = parseApiKey(secret);
    if (!parsed) return null;
    if (!this.#isTrusted) await this.#askSoon();
    const generation = this.#generation;
    const auth = await this.#find(parsed, secret);
    if (auth) return auth;
    if (!mayAsk()) return "limited";
    await this.#askSoon();
    return generation === this.#generation ? null : this.#find(parsed, secret);
  }

  /** A tenant with its limits in a mode, as its keys have them; undefined if it doesn't exist or is closed. */
  async tenantOf(place: ParsedApiKey): Promise<Pick<Caller, "tenant" | "amountLimits"> | undefined> {
    if (!this.#isTrusted) await this.#askSoon();
    const { tenant, amountLimits } = await this.#keysOf(place);
    return tenant?.closedAt === null ? { tenant, amountLimits } : undefined;
  }

  /** How many requests a second each of a tenant's keys may make in a mode; null for any number. */
  rateOf({ rateLimits: own }: Pick<TenantRow, "rateLimits">, mode: Mode): number | null {
    const { rateLimits } = this.#deps;
    return own?.[mode] ?? (rateLimits === "off" ? null : rateLimits[mode]);
  }

  /** Whether the tenant exists. Asks the database about an unknown one as `fetch` does. */
  async knowsTenant(tenantId: number, mayAsk: () => boolean = () => true): Promise<boolean> {
    if (!this.#isTrusted) await this.#askSoon();
    if (this.#tenantIds.has(tenantId) || !mayAsk()) return this.#tenantIds.has(tenantId);
    await this.#askSoon();
    return this.#tenantIds.has(tenantId);
  }

  /** The database's count of changes of keys, tenants and connector accounts; undefined if the last answer is too old to be trusted. */
  get epoch(): number | undefined {
    return this.#isTrusted ? this.#epoch : undefined;
  }

  get #isTrusted(): boolean {
    return performance.now() <= this.#trustedUntil;
  }

  async #find(parsed: ParsedApiKey, secret: string): Promise<KeyHolder | null> {
    if (!this.#tenantIds.has(parsed.tenantId)) return null;
    const generation = this.#generation;
    const { tenant, amountLimits, keys } = await this.#keysOf(parsed);
    const key = keys.get(hashApiKey(this.#deps.keyring, secret).toString("base64"));
    if (!key || !tenant) return null;
    const auth = this.#contextOf(key, tenant, amountLimits);
    if (this.#deps.clock.nowMs() >= auth.expiresAtMs) return null;
    // A result read before a change must not be cached after it.
    if (generation === this.#generation) this.#remember(secret, auth);
    else this.#uses.note(auth);
    return auth;
  }

  #keysOf({ tenantId, mode }: ParsedApiKey): Promise<TenantKeys> {
    const name = `${tenantId} ${mode}`;
    const known = this.#tenantKeys.get(name);
    if (known) return known;
    const reading = this.#deps.database.inTenant({ tenantId, mode }, async (trx) => {
      const tenant = await getTenant(trx, tenantId);
      const amountLimits = await this.#deps.readAmountLimits(trx, { tenantId, mode });
      const isOpen = tenant?.closedAt === null;
      const keys = isOpen ? await listUsableKeys(trx, tenantId, mode) : [];
      return {
        tenant,
        amountLimits,
        keys: new Map(keys.map((key) => [key.secretHash.toString("base64"), key])),
      };
    });
    if (this.#tenantKeys.size >= rememberAtMost) this.#tenantKeys.clear();
    this.#tenantKeys.set(name, reading);
    reading.catch(() => {
      if (this.#tenantKeys.get(name) === reading) this.#tenantKeys.delete(name);
    });
    return reading;
  }

  /** Asks the database after a short wait. All calls during the wait share the answer. */
  #askSoon(): Promise<void> {
    this.#nextAsk ??= sleep(askAgainMs).then(() => {
      this.#nextAsk = undefined;
      return this.#ask();
    });
    return this.#nextAsk;
  }

  /** Stores when keys were last used. */
  recordUses(): Promise<void> {
    this.#noteUses();
    return this.#uses.write(this.#deps.database);
  }

  #noteUses(): void {
    for (const auth of this.#contexts.values()) {
      if (auth.lastUsedMs === 0) continue;
      this.#uses.note(auth);
      auth.lastUsedMs = 0;
    }
  }

  #forgetAll(): void {
    this.#noteUses();
    this.#contexts.clear();
    this.#tenantKeys.clear();
  }

  #remember(secret: string, auth: KeyHolder): void {
    if (this.#contexts.size >= rememberAtMost) {
      this.#noteUses();
      this.#contexts.clear();
    }
    this.#contexts.set(hash("sha256", secret, "base64url"), auth);
  }

  #contextOf(key: KeyRow, tenant: TenantRow, amountLimits: AmountLimits): KeyHolder {
    return {
      tenantId: key.tenantId,
      mode: key.mode,
      keyId: key.id,
      name: `API key ${key.id}`,
      scopes: key.scopes,
      networks: networkList(key.allowedNetworks),
      expiresAtMs: key.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
      apiVersion: key.apiVersion,
      tenant,
      amountLimits,
      bucket: this.#bucketOf(key, tenant),
      lastUsedMs: this.#deps.clock.nowMs(),
    };
  }

  /** Buckets survive a clearing of the cache, so that a change of one key doesn't refill the buckets of all. */
  #bucketOf(key: KeyRow, tenant: TenantRow): TokenBucket | null {
    const perSecond = this.rateOf(tenant, key.mode);
    if (perSecond === null) return null;
    const known = this.#buckets.get(key.id);
    if (known?.perSecond === perSecond) return known;
    if (this.#buckets.size >= rememberAtMost) this.#buckets.clear();
    const bucket = new TokenBucket(perSecond);
    this.#buckets.set(key.id, bucket);
    return bucket;
  }

  async #ask(): Promise<void> {
    const askedAt = performance.now();
    const { database } = this.#deps;
    const { epoch, nowMs } = await database.readAs("control", getKeyEpoch);
    const answeredAt = performance.now();
    // Read after the epoch, so the tenants are at least as new.
    const tenantIds = epoch === this.#epoch ? undefined : await database.readAs("control", listTenantIds);
    this.#deps.clock.set(nowMs, answeredAt - askedAt, answeredAt);
    if (tenantIds) {
      this.#generation += 1;
      this.#tenantIds = new Set(tenantIds);
      this.#forgetAll();
      this.#epoch = epoch;
    }
    this.#trustedUntil = askedAt + trustForMs;
  }

  #schedule(): void {
    let round = 0;
    const next = (): void => {
      if (this.#stopped) return;
      this.#timer = setTimeout(async () => {
        round += 1;
        // A database that doesn't answer lets the trust run out; the next round asks again.
        await this.#ask().catch(() => {});
        if (round % 20 === 0) await this.recordUses().catch(() => {});
        next();
      }, askEveryMs);
      this.#timer.unref();
    };
    next();
  }
}
