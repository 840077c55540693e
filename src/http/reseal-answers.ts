import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import type { Sealer } from "../kernel/seal.ts";
import { placeOf } from "./idempotency.ts";
import { type AnswerSealedByOther, lockAnswersSealedByOthers, replaceSealedAnswer } from "./queries.ts";

const batch = 500;

/** Reseals the stored answers of a tenant and mode with the current key. Returns how many were changed. */
export async function resealAnswers(database: Database, sealer: Sealer, scope: TenantScope): Promise<number> {
  let changed = 0;
  for (let last: AnswerSealedByOther | undefined; ; ) {
    const found = await database.inTenant(scope, async (trx) => {
      const answers = await lockAnswersSealedByOthers(trx, sealer.keyId, last, batch);
      for (const { operation, idempotencyKey, sealed } of answers) {
        const claim = { ...scope, operation, idempotencyKey };
        await replaceSealedAnswer(trx, claim, sealer.reseal(placeOf(claim), sealed));
      }
      return answers;
    });
    changed += found.length;
    last = found.at(-1);
    if (found.length < batch) return changed;
  }
}
