import type { Database } from "../database/database.ts";
import { countOverdue } from "./queries/overdue.ts";

/** How much work should long have been done. */
export function inspectPayments(
  database: Database,
): Promise<{ overdueAttempts: number; overdueDeliveries: number }> {
  return database.inWorker(countOverdue);
}
