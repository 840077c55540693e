import type { TenantTransaction, Transaction } from "../database/transaction.ts";
import { isOwnId } from "../kernel/id.ts";
import { notFound } from "../kernel/not-found.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { Advance } from "./advance-clock.ts";
import { checkTarget } from "./clock-times.ts";
import { beginAdvance as begin, deleteSteps, lockClock } from "./queries.ts";
import type { AdvanceClockBody } from "./schemas.ts";

/** The number of advances whose steps are kept, for repeated requests. */
const advancesKept = 20;

/** The name of an advance: its clock's id and its number among the clock's advances. */
export const advanceName = (clockId: string, advance: number): string => `${clockId}/${advance}`;

/**
 * Locks a clock and begins an advance. Fails, without writing anything, with `clock_advancing` if an advance is running,
 * with `clock_time_invalid`, or with the problem that `claim` returns.
 */
export async function beginAdvance(
  trx: TenantTransaction,
  id: string,
  request: AdvanceClockBody,
  claim?: { stake(trx: Transaction, name: string): Promise<Problem | undefined> },
): Promise<Result<Advance, Problem>> {
  const clock = isOwnId(id, "clk", trx.scope) ? await lockClock(trx, id) : undefined;
  if (!clock) return failed(notFound);
  if (clock.target) {
    return failed(problem("clock_advancing", `It is being advanced to ${clock.target.toISOString()}.`));
  }
  const target = checkTarget(request, clock.shows);
  if (!target.ok) return target;
  const claimed = await claim?.stake(trx, advanceName(id, clock.advances + 1));
  if (claimed) return failed(claimed);
  await deleteSteps(trx, id, clock.advances + 1 - advancesKept);
  return success(await begin(trx, id, target.value));
}
