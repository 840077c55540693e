import type { Database } from "../../database/database.ts";
import { countOverdue, countQuarantined, type Overdue, type Quarantined } from "../queries/inspection.ts";

export type PaymentFacts = Overdue & {
  readonly quarantined: readonly Quarantined[];
};

/** How much work should long have been done, and what PSPs said that fits nothing that is known. */
export function inspectPayments(database: Database): Promise<PaymentFacts> {
  return database.inWorker(async (trx) => ({
    ...(await countOverdue(trx)),
    quarantined: await countQuarantined(trx),
  }));
}
