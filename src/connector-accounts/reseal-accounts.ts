import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import type { Sealer } from "../kernel/seal.ts";
import { resealCredentials } from "./credentials.ts";
import { lockSealedByOthers, replaceSealed } from "./queries.ts";

const batch = 100;

/** Seals the credentials of a tenant and mode with the current key. Returns how many versions were changed. */
export async function resealAccounts(
  database: Database,
  sealer: Sealer,
  scope: TenantScope,
): Promise<number> {
  for (let changed = 0; ; ) {
    const found = await database.inTenant(scope, async (trx) => {
      const versions = await lockSealedByOthers(trx, sealer.keyId, batch);
      for (const { sealed, ...place } of versions)
        await replaceSealed(trx, { ...place, sealed: resealCredentials(sealer, scope, place, sealed) });
      return versions.length;
    });
    changed += found;
    if (found < batch) return changed;
  }
}
