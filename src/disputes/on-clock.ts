import type { Scope } from "../database/transaction.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { insist } from "../kernel/insist.ts";
import { leaseMsFor } from "../payments/deps.ts";
import { hasReportsOnClock } from "../payments/disputed/reports.ts";
import { lookForDisputes } from "../payments/on-clock.ts";
import type { DisputeDeps } from "./deps.ts";
import { lookIntoReports } from "./look-into-reports.ts";
import { disputesOnClock, leaseDispute } from "./queries.ts";
import { reconcileDispute } from "./reconcile-disputes.ts";

export type DisputeChange = { readonly what: "dispute.opened" | "dispute.updated"; readonly id: string };

/**
 * Asks the PSP about the disputes of a clock's payments, those too that it hasn't told of yet: after the PSP's own clock
 * was moved that is surer, and sooner, than waiting for its notifications. Answers with what has changed by it.
 */
export async function askAboutDisputes(
  deps: DisputeDeps,
  scope: Scope,
  clockId: string,
): Promise<DisputeChange[]> {
  const { database } = deps;
  const before = await database.inScope(scope, (trx) => disputesOnClock(trx, scope, clockId));
  await lookForDisputes(deps, scope, clockId);
  await insist(async () => {
    await lookIntoReports(deps);
    return !(await database.inScope(scope, (trx) => hasReportsOnClock(trx, scope, clockId)));
  });
  for (const { id, open } of before) if (open) await insist(() => checkDispute(deps, scope, id));
  const after = await database.inScope(scope, (trx) => disputesOnClock(trx, scope, clockId));
  const known = new Map(before.map(({ id, standing }) => [id, standing]));
  return after
    .filter(({ id, standing }) => known.get(id) !== standing)
    .map(({ id }) => ({ what: known.has(id) ? "dispute.updated" : "dispute.opened", id }));
}

/** Asks about one dispute right now; false while somebody else does. */
async function checkDispute(deps: DisputeDeps, scope: Scope, id: string): Promise<boolean> {
  const leaseMs = leaseMsFor(deps.pspTimeoutMs);
  const lease = await deps.database.inScope(scope, (trx) => leaseDispute(trx, scope, id, leaseMs));
  crashPoint("reconcile-dispute:leased");
  if (lease) await reconcileDispute(deps, lease);
  return lease !== undefined;
}
