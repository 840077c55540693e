import type { Database } from "../database/database.ts";
import type { Sealer } from "../kernel/seal.ts";
import { lockKeysSealedByOthers, replaceSealedKey } from "./queries.ts";
import { resealSigningKey } from "./signing-key.ts";

/** Seals the signing keys with the current secret key again. Returns how many changed. */
export function resealKeys(database: Database, sealer: Sealer): Promise<number> {
  return database.inControl(async (trx) => {
    const keys = await lockKeysSealedByOthers(trx, sealer.keyId);
    for (const key of keys) await replaceSealedKey(trx, key.keyId, resealSigningKey(sealer, key));
    return keys.length;
  });
}
