import type { Transaction } from "../database/transaction.ts";

/** Asks the database for nothing but an answer. */
export async function ping(trx: Transaction): Promise<void> {
  await trx.query("SELECT 1");
}
