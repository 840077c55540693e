import type { TenantTransaction } from "../../database/transaction.ts";
import { endOf, type Month, nextMonth, startOf } from "./month.ts";
import type { Difference, Period } from "./period.ts";
import { sumExceptions, sumUnsettled } from "./queries.ts";

/** The last closed month before another one. */
export const lastClosed = (periods: readonly Period[], before?: Month): Month | undefined =>
  periods.find(({ status, month }) => status === "closed" && (before === undefined || month < before))?.month;

/** What doesn't agree with the PSPs in a month, and since the last closed month before it. */
export async function findDifferences(
  trx: TenantTransaction,
  month: Month,
  periods: readonly Period[],
): Promise<Difference[]> {
  const closed = lastClosed(periods, month);
  const times = { from: closed === undefined ? "-infinity" : startOf(nextMonth(closed)), to: endOf(month) };
  const [exceptions, unsettled] = await Promise.all([sumExceptions(trx, times), sumUnsettled(trx, times)]);
  return [...exceptions, ...unsettled];
}
