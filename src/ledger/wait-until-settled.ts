import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { haveEnded, isOver, readPosters } from "./queries.ts";

/** What to answer if it doesn't settle in time. */
export const unsettled: Problem = {
  ...problem("service_unavailable", "An earlier change of the ledger isn't committed yet."),
  retryAfter: 5,
};

const settleWithinMs = 5_000;

/**
 * Waits until no transaction can appear before a past time any more. Postings take milliseconds. A process that is suspended
 * during one loses its connection after 15 s.
 */
export async function waitUntilSettled(
  database: Database,
  scope: TenantScope,
  before: string | undefined,
): Promise<boolean> {
  if (before === undefined) return true;
  const posting = await database.inTenant(scope, async (trx) =>
    (await isOver(trx, before)) ? readPosters(trx) : [],
  );
  if (posting.length === 0) return true;
  const deadline = performance.now() + settleWithinMs;
  for (let waitMs = 5; performance.now() < deadline; waitMs = Math.min(waitMs * 2, 200)) {
    if (await database.inTenant(scope, (trx) => haveEnded(trx, posting))) return true;
    await sleep(waitMs);
  }
  return false;
}
