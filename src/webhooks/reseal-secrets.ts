import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import type { Sealer } from "../kernel/seal.ts";
import { lockSealedByOthers, replaceSealed } from "./queries.ts";
import { resealSecret } from "./secrets.ts";

const batch = 100;

/** Seals the endpoint secrets of a tenant and mode with the current key. Returns how many endpoints were changed. */
export async function resealSecrets(database: Database, sealer: Sealer, scope: TenantScope): Promise<number> {
  for (let changed = 0; ; ) {
    const found = await database.inTenant(scope, async (trx) => {
      const endpoints = await lockSealedByOthers(trx, sealer.keyId, batch);
      for (const { id, secretSealed, previousSecretSealed } of endpoints) {
        await replaceSealed(trx, {
          id,
          secretSealed: resealSecret(sealer, scope, id, secretSealed),
          previousSecretSealed: previousSecretSealed && resealSecret(sealer, scope, id, previousSecretSealed),
        });
      }
      return endpoints.length;
    });
    changed += found;
    if (found < batch) return changed;
  }
}
