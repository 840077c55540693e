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
 * Deletes a clock. Its objects stay forever as they are at the clock's time; its pending webhook deliveries are canceled.
 * Fails with `clock_advancing`, and with `clock_in_use` while a session of the clock is open.
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
      return failed(
        problem("clock_advancing", "It is being advanced. Delete it when its status is `ready`."),
      );
    }
    const open = await countOpenOnClock(trx, id);
    if (open > 0) {
      const sessions = open === 1 ? "One of its sessions is" : `${open} of its sessions are`;
      return failed(
        problem("clock_in_use", `${sessions} still open. Advance it beyond their expiry, or expire them.`),
      );
    }
    await cancelOnClock(trx, id);
    await markDeleted(trx, id);
    return success(undefined);
  });
}
