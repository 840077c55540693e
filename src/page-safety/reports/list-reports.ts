import type { Database } from "../../database/database.ts";
import { type CountedViolation, findReports } from "../queries.ts";

/** The reports of the last days, including today: first violations by the page itself, the most frequent ones first. */
export function listReports(database: Database, days: number): Promise<CountedViolation[]> {
  return database.inWorker((trx) => findReports(trx, days));
}
