import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { isOwnId } from "../kernel/id.ts";
import { notFound } from "../kernel/not-found.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { countOpenOnClock } from "../sessions/find-session.ts";
import { cancelOnClock } from "../webhooks/delivery/on-clock.ts";
import { lockClock, markDeleted } from "./queries.ts";

/**
 * Deletes a clock. What lived by it stays as it was at the time that the clock shows, for ever; webhooks that wait are
 * canceled. Fails with `clock_advancing`, and with `clock_in_use` while somebody could still pay a session of it.
 */
export async function deleteClock(
  database: Database,
  scope: TenantScope,
  id: string,
): Promise<Result<undefined, Problem>> {
  if (!isOwnId(id, "clk", scope)) return failed(notFound);
  return database.inTenant(scope, async (trx) => {
    const clock = await lockClock(trx, id);
    if (!clock) return failed(notFound);
    if (clock.status === "advancing") {
      return failed(problem("clock_advancing", "It is on its way. Delete it when it has arrived."));
    }
    const open = await countOpenOnClock(trx, id);
    if (open > 0) {
      const what = open === 1 ? "One session of it is" : `${open} sessions of it are`;
      return failed(
        problem("clock_in_use", `${what} still open. Advance it beyond their expiry, or expire them.`),
      );
    }
    await cancelOnClock(trx, id);
    await markDeleted(trx, id);
    return success(undefined);
  });
}
