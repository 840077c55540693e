import type { TenantScope } from "../database/transaction.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { retryUntil } from "../kernel/retry-until.ts";
import { leaseMsFor } from "../payments/deps.ts";
import { hasReportsOnClock } from "../payments/dispute-reports/reports.ts";
import { lookForDisputes } from "../payments/on-clock.ts";
import type { DisputeDeps } from "./deps.ts";
import { lookIntoReports } from "./look-into-reports.ts";
import { type DisputeStanding, disputeLeases, disputesOnClock } from "./queries.ts";
import { reconcileDispute } from "./reconcile-disputes.ts";

export { type DisputeStanding, disputesOnClock } from "./queries.ts";

export type DisputeChange = { readonly what: "dispute.opened" | "dispute.updated"; readonly id: string };

/**
 * Asks the PSP about the disputes of a clock's payments, those too that it hasn't told of yet: after its clock was moved
 * that is surer, and sooner, than waiting for its notifications. Answers with what has changed, whoever was first to
 * learn of it.
 *
 * @param before how its disputes stood before the PSP's clock was moved
 */
export async function askAboutDisputes(
  deps: DisputeDeps,
  scope: TenantScope,
  clockId: string,
  before: readonly DisputeStanding[],
): Promise<DisputeChange[]> {
  await lookForDisputes(deps, scope, clockId);
  crashPoint("clock:asking");
  await retryUntil(() => lookIntoAll(deps, scope, clockId));
  crashPoint("clock:asking");
  for (const { id, open } of before) if (open) await retryUntil(() => checkDispute(deps, scope, id));
  crashPoint("clock:asking");
  const after = await deps.database.inTenant(scope, (trx) => disputesOnClock(trx, clockId));
  const known = new Map(before.map(({ id, standing }) => [id, standing]));
  return after
    .filter(({ id, standing }) => known.get(id) !== standing)
    .map(({ id }) => ({ what: known.has(id) ? "dispute.updated" : "dispute.opened", id }));
}

/** Looks into what was reported; false while there is more of the clock's. */
async function lookIntoAll(deps: DisputeDeps, scope: TenantScope, clockId: string): Promise<boolean> {
  await lookIntoReports(deps);
  crashPoint("clock:asking");
  return !(await deps.database.inTenant(scope, (trx) => hasReportsOnClock(trx, clockId)));
}

/** Asks about one dispute right now; false while somebody else does. */
async function checkDispute(deps: DisputeDeps, scope: TenantScope, id: string): Promise<boolean> {
  const leaseMs = leaseMsFor(deps.pspTimeoutMs);
  const lease = await deps.database.inTenant(scope, (trx) => disputeLeases.take(trx, id, leaseMs));
  crashPoint("reconcile-dispute:leased");
  if (lease) await reconcileDispute(deps, lease);
  return lease !== undefined;
}
