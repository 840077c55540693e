import type { Database } from "../../database/database.ts";
import { countOverdue, countQuarantined, type Overdue, type Quarantined } from "../queries/inspection.ts";

export type PaymentFacts = Overdue & {
  readonly quarantined: readonly Quarantined[];
};

/** Counts the overdue work, and the PSP notifications that match nothing Kassa knows. */
export function inspectPayments(database: Database): Promise<PaymentFacts> {
  return database.inWorker(async (trx) => ({
    ...(await countOverdue(trx)),
    quarantined: await countQuarantined(trx),
  }));
}
