import type { SandboxPspDeps } from "./deps.ts";
import { deleteOldCharges } from "./queries/old-charges.ts";

const batchSize = 100;

/** Deletes one batch of charges that haven't changed for `days` days. Returns whether there may be more. */
export async function purgeOldCharges(
  { database }: Pick<SandboxPspDeps, "database">,
  days: number,
): Promise<boolean> {
  return (await database.inSandboxPsp((trx) => deleteOldCharges(trx, days, batchSize))) === batchSize;
}
