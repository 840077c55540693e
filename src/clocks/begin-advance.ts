import type { TenantTransaction, Transaction } from "../database/transaction.ts";
import { isOwnId } from "../kernel/id.ts";
import { notFound } from "../kernel/not-found.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { Advance } from "./advance-clock.ts";
import { checkTarget } from "./clock-times.ts";
import { beginAdvance as begin, deleteSteps, lockClock } from "./queries.ts";
import type { AdvanceClockBody } from "./schemas.ts";

/** Of so many advances the steps are kept, for requests that are repeated. */
const advancesKept = 20;

/** What stands for an advance: its clock, and its number among the clock's advances. */
export const nameOf = (clockId: string, advance: number): string => `${clockId}/${advance}`;

/**
 * Sends a clock on its way, in the transaction that has locked it. Nothing is written when it fails: with
 * `clock_advancing` while it is on its way already, with `clock_time_invalid`, or with what `claim` says.
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
    return failed(problem("clock_advancing", `It is on its way to ${clock.target.toISOString()}.`));
  }
  const target = checkTarget(request, clock.shows);
  if (!target.ok) return target;
  const claimed = await claim?.stake(trx, nameOf(id, clock.advances + 1));
  if (claimed) return failed(claimed);
  await deleteSteps(trx, id, clock.advances + 1 - advancesKept);
  return success(await begin(trx, id, target.value));
}
