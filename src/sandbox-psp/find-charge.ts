import type { Charge } from "./charge.ts";
import type { SandboxPspDeps } from "./deps.ts";
import { findChargeByKey, lockKey } from "./queries.ts";

/** The charge that a key made; waits for one that is being made at this moment. */
export async function findCharge(
  deps: SandboxPspDeps,
  account: string,
  idempotencyKey: string,
): Promise<Charge | undefined> {
  return await deps.database.inSandboxPsp(async (trx) => {
    await lockKey(trx, account, idempotencyKey);
    return await findChargeByKey(trx, account, idempotencyKey);
  });
}
