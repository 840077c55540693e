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
import type { Scope } from "./scopes.ts";
import { TokenBucket } from "./token-bucket.ts";

/** What a valid key allows: who asks, in which mode, within which bounds. */
export type Grant = {
  readonly tenantId: number;
  readonly mode: Mode;
  readonly keyId: string;
  readonly scopes: readonly Scope[];
  readonly networks: BlockList | null;
  readonly expiresAtMs: number;
  readonly apiVersion: string;
  readonly tenant: TenantRow;
  /** Of sessions' amounts in the key's mode. */
  readonly amountLimits: AmountLimits;
  readonly bucket: TokenBucket | null;
  /** 0 when that has been noted. */
  lastUsedMs: number;
};

/** The keys of a tenant in a mode that may be used, by the keyed hash of their secret in base 64. */
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

/** How often each process asks whether keys have changed, in milliseconds. */
export const askEveryMs = 250;
/** How long those wait for each other who ask out of turn. */
const askAgainMs = 20;
/** How long it trusts an answer, in milliseconds. */
const trustForMs = 800;
const rememberAtMost = 50_000;

/**
 * API keys in memory, so that a request costs no round trip, and revocation that holds within a second all the same: the
 * memory is emptied when the database's count of key changes moves, and isn't used at all when the database has not been
 * heard of for 800 ms. Each process asks for itself, so no message can be lost.
 */
export class ApiKeyCache {
  readonly #deps: Deps;
  readonly #grants = new Map<string, Grant>();
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

  /** Starts asking the database; resolves once the first answer is there. */
  async start(): Promise<void> {
    await this.#ask();
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    // Without a database nothing can be written down, and nothing may keep the process from ending.
    await this.recordUses().catch(() => {});
  }

  /** The remembered grant of an Authorization value; null when it has expired; undefined when it isn't remembered. */
  get(secret: string): Grant | null | undefined {
    if (!this.#isTrusted) return undefined;
    const grant = this.#grants.get(hash("sha256", secret, "base64url"));
    if (!grant) return undefined;
    const nowMs = this.#deps.clock.nowMs();
    if (nowMs >= grant.expiresAtMs) return null;
    grant.lastUsedMs = nowMs;
    return grant;
  }

  /**
   * The grant of a key that isn't remembered; null when there is no such key. The keys of a tenant are read once and
   * then kept until keys change, so forged keys cost no look-ups, however many there are. A key that isn't among them may
   * have been made a moment ago: before it is refused the database is asked whether anything changed, at most once every
   * 20 ms for all such keys together, and only while `mayAsk` allows it ("limited" otherwise).
   */
  async fetch(secret: string, mayAsk: () => boolean = () => true): Promise<Grant | null | "limited"> {
    const parsed = parseApiKey(secret);
    if (!parsed) return null;
    if (!this.#isTrusted) await this.#askSoon();
    const generation = this.#generation;
    const grant = await this.#find(parsed, secret);
    if (grant) return grant;
    if (!mayAsk()) return "limited";
    await this.#askSoon();
    return generation === this.#generation ? null : this.#find(parsed, secret);
  }

  /** Whether there is such a tenant; for one that was made a moment ago as `load` does. */
  async knowsTenant(tenantId: number, mayAsk: () => boolean = () => true): Promise<boolean> {
    if (!this.#isTrusted) await this.#askSoon();
    if (this.#tenantIds.has(tenantId) || !mayAsk()) return this.#tenantIds.has(tenantId);
    await this.#askSoon();
    return this.#tenantIds.has(tenantId);
  }

  get #isTrusted(): boolean {
    return performance.now() <= this.#trustedUntil;
  }

  async #find(parsed: ParsedApiKey, secret: string): Promise<Grant | null> {
    if (!this.#tenantIds.has(parsed.tenantId)) return null;
    const generation = this.#generation;
    const { tenant, amountLimits, keys } = await this.#keysOf(parsed);
    const key = keys.get(hashApiKey(this.#deps.keyring, secret).toString("base64"));
    if (!key || !tenant) return null;
    const grant = this.#grantOf(key, tenant, amountLimits);
    if (this.#deps.clock.nowMs() >= grant.expiresAtMs) return null;
    // What was read before a change must not be remembered after it.
    if (generation === this.#generation) this.#remember(secret, grant);
    else this.#uses.note(grant);
    return grant;
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

  /** Asks the database, a moment later, together with all who want to know meanwhile. */
  #askSoon(): Promise<void> {
    this.#nextAsk ??= sleep(askAgainMs).then(() => {
      this.#nextAsk = undefined;
      return this.#ask();
    });
    return this.#nextAsk;
  }

  /** Writes down when keys were last used. */
  recordUses(): Promise<void> {
    this.#noteUses();
    return this.#uses.write(this.#deps.database);
  }

  #noteUses(): void {
    for (const grant of this.#grants.values()) {
      if (grant.lastUsedMs === 0) continue;
      this.#uses.note(grant);
      grant.lastUsedMs = 0;
    }
  }

  #forgetAll(): void {
    this.#noteUses();
    this.#grants.clear();
    this.#tenantKeys.clear();
  }

  #remember(secret: string, grant: Grant): void {
    if (this.#grants.size >= rememberAtMost) {
      this.#noteUses();
      this.#grants.clear();
    }
    this.#grants.set(hash("sha256", secret, "base64url"), grant);
  }

  #grantOf(key: KeyRow, tenant: TenantRow, amountLimits: AmountLimits): Grant {
    return {
      tenantId: key.tenantId,
      mode: key.mode,
      keyId: key.id,
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

  /** Buckets outlive the grants, so that a change of some key doesn't refill everybody's. */
  #bucketOf(key: KeyRow, tenant: TenantRow): TokenBucket | null {
    const { rateLimits } = this.#deps;
    const perSecond =
      tenant.rateLimits?.[key.mode] ?? (rateLimits === "off" ? undefined : rateLimits[key.mode]);
    if (perSecond === undefined) return null;
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
    // Read after the number of changes, so they are at least as new.
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
