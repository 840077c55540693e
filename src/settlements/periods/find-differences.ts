import type { TenantTransaction } from "../../database/transaction.ts";
import { findIncompleteImports, type Importers } from "./incomplete-imports.ts";
import { endOf, type Month, nextMonth, startOf } from "./month.ts";
import type { Period } from "./period.ts";
import { sumExceptions, sumUnsettled } from "./queries.ts";

/** The last closed month before another one. */
export const lastClosed = (periods: readonly Period[], before?: Month): Month | undefined =>
  periods.find(({ status, month }) => status === "closed" && (before === undefined || month < before))?.month;

/** What keeps a month from being closed. */
export type Obstacles = Pick<Period, "differences" | "incompleteImports">;

/** What doesn't agree with the PSPs in a month, and since the last closed month before it; and whose imports haven't reached its end. */
export async function findObstacles(
  trx: TenantTransaction,
  { month, periods, importers }: { month: Month; periods: readonly Period[]; importers: Importers },
): Promise<Obstacles> {
  const closed = lastClosed(periods, month);
  const times = { from: closed === undefined ? "-infinity" : startOf(nextMonth(closed)), to: endOf(month) };
  const incompleteImports = await findIncompleteImports(trx, { month, times, importers });
  const [exceptions, unsettled] = await Promise.all([sumExceptions(trx, times), sumUnsettled(trx, times)]);
  return { differences: [...exceptions, ...unsettled], incompleteImports };
}
