import type { Transaction } from "../database/transaction.ts";

/** Checks that the database answers. */
export async function ping(trx: Transaction): Promise<void> {
  await trx.query("SELECT 1");
}
