import { hash } from "node:crypto";
import type { BlockList } from "node:net";
import type { Database } from "../database/database.ts";
import type { DatabaseClock } from "../kernel/clock.ts";
import type { Mode } from "../kernel/mode.ts";
import type { Keyring } from "../kernel/seal.ts";
import { parseApiKey } from "./api-key.ts";
import { hashApiKey } from "./create-key.ts";
import { KeyUses } from "./key-uses.ts";
import { networkList } from "./networks.ts";
import { findUsableKey, getKeyEpoch, getTenant, type KeyRow, type TenantRow } from "./queries.ts";
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
  readonly bucket: TokenBucket | null;
  /** 0 when that has been noted. */
  lastUsedMs: number;
};

export type RateLimits = { readonly live: number; readonly sandbox: number } | "off";

type Deps = {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly clock: DatabaseClock;
  readonly rateLimits: RateLimits;
};

/** How often each process asks whether keys have changed, and for how long it trusts an answer. */
const askEveryMs = 250;
const trustForMs = 800;
const rememberAtMost = 50_000;

/**
 * API keys in memory, so that a request costs no round trip, and revocation that holds within a second all the same: the
 * memory is emptied when the database's count of key changes moves, and isn't used at all when the database has not been
 * heard of for 800 ms. Each process asks for itself, so no message can be lost.
 */
export class KeyMemory {
  readonly #deps: Deps;
  readonly #grants = new Map<string, Grant | null>();
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

  /** The remembered grant of an Authorization value; null when it is known to be worth nothing; undefined when unknown. */
  recall(secret: string): Grant | null | undefined {
    if (performance.now() > this.#trustedUntil) return undefined;
    const grant = this.#grants.get(hash("sha256", secret, "base64url"));
    if (!grant) return grant;
    const nowMs = this.#deps.clock.nowMs();
    if (nowMs >= grant.expiresAtMs) return null;
    grant.lastUsedMs = nowMs;
    return grant;
  }

  /** Asks the database for a key that isn't remembered. */
  async load(secret: string): Promise<Grant | null> {
    const parsed = parseApiKey(secret);
    if (!parsed) return null;
    const generation = this.#generation;
    const found = await this.#deps.database.inScope(parsed, async (trx) => {
      const key = await findUsableKey(
        trx,
        parsed.tenantId,
        parsed.mode,
        hashApiKey(this.#deps.keyring, secret),
      );
      const tenant = key && (await getTenant(trx, parsed.tenantId));
      return key && tenant ? { key, tenant } : undefined;
    });
    const grant = found ? this.#grantOf(found.key, found.tenant) : null;
    // What was read before a change must not be remembered after it.
    if (generation === this.#generation) this.#remember(secret, grant);
    else if (grant) this.#uses.note(grant);
    return grant;
  }

  /** Writes down when keys were last used. */
  recordUses(): Promise<void> {
    this.#noteUses();
    return this.#uses.write(this.#deps.database);
  }

  #noteUses(): void {
    for (const grant of this.#grants.values()) {
      if (!grant || grant.lastUsedMs === 0) continue;
      this.#uses.note(grant);
      grant.lastUsedMs = 0;
    }
  }

  #forgetAll(): void {
    this.#noteUses();
    this.#grants.clear();
  }

  #remember(secret: string, grant: Grant | null): void {
    if (this.#grants.size >= rememberAtMost) this.#forgetAll();
    this.#grants.set(hash("sha256", secret, "base64url"), grant);
  }

  #grantOf(key: KeyRow, tenant: TenantRow): Grant {
    return {
      tenantId: key.tenantId,
      mode: key.mode,
      keyId: key.id,
      scopes: key.scopes,
      networks: networkList(key.allowedNetworks),
      expiresAtMs: key.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
      apiVersion: key.apiVersion,
      tenant,
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
    const { epoch, nowMs } = await this.#deps.database.inControl(getKeyEpoch);
    this.#deps.clock.set(nowMs, performance.now() - askedAt);
    if (epoch !== this.#epoch) {
      this.#generation += 1;
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
