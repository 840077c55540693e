import type { Database } from "../database/database.ts";
import type { DatabaseClock } from "../kernel/clock.ts";
import type { Keyring } from "../kernel/seal.ts";
import { ApiKeyCache, type RateLimits, type ReadAmountLimits } from "./api-key-cache.ts";

type Core = {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly clock: DatabaseClock;
  readonly config: { readonly rateLimits: RateLimits };
};

export function makeTenants(core: Core, readAmountLimits: ReadAmountLimits) {
  const { database, keyring, clock, config } = core;
  return {
    keys: new ApiKeyCache({ database, keyring, clock, rateLimits: config.rateLimits, readAmountLimits }),
  };
}
