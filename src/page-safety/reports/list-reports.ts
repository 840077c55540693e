import type { Database } from "../../database/database.ts";
import { type CountedViolation, findReports } from "../queries.ts";

/** What browsers reported in the last days, today included: the page's own first, and of them the most frequent. */
export function listReports(database: Database, days: number): Promise<CountedViolation[]> {
  return database.inWorker((trx) => findReports(trx, days));
}
