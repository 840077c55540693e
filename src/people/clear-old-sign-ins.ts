import type { Database } from "../database/database.ts";
import { deleteEndedSignIns } from "./queries.ts";

const batchSize = 1_000;

/** Clears away sign-ins, proofs, links and counts of tries that ended more than a day ago. Returns whether there may be more. */
export async function clearOldSignIns(database: Database): Promise<boolean> {
  const deleted = await database.inPeople((trx) => deleteEndedSignIns(trx, batchSize));
  return deleted >= batchSize;
}
