import type { TenantScope } from "../database/transaction.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { retryUntil } from "../kernel/retry-until.ts";
import { leaseMsFor } from "../payments/deps.ts";
import { hasReportsOnClock } from "../payments/dispute-reports/reports.ts";
import { lookForDisputes } from "../payments/on-clock.ts";
import { checkDueReports } from "./check-due-reports.ts";
import type { DisputeDeps } from "./deps.ts";
import { type DisputeStanding, disputeLeases, disputesOnClock } from "./queries.ts";
import { reconcileDispute } from "./reconcile-disputes.ts";

export { type DisputeStanding, disputesOnClock } from "./queries.ts";

export type DisputeChange = { readonly what: "dispute.opened" | "dispute.updated"; readonly id: string };

/**
 * Asks the PSP about the disputes of a clock's payments, including those that it hasn't reported yet. After the PSP's clock was
 * set, this is safer and faster than waiting for notifications. Returns what has changed, no matter which process applied it.
 *
 * @param before the states of the disputes before the PSP's clock was set
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
  // Those that are over, too: a bank may decide again.
  for (const { id } of before) await retryUntil(() => checkDispute(deps, scope, id));
  crashPoint("clock:asking");
  const after = await deps.database.inTenant(scope, (trx) => disputesOnClock(trx, clockId));
  const known = new Map(before.map(({ id, standing }) => [id, standing]));
  return after
    .filter(({ id, standing }) => known.get(id) !== standing)
    .map(({ id }) => ({ what: known.has(id) ? "dispute.updated" : "dispute.opened", id }));
}

/** Checks the reported disputes. Returns false while there are more reports on the clock. */
async function lookIntoAll(deps: DisputeDeps, scope: TenantScope, clockId: string): Promise<boolean> {
  await checkDueReports(deps);
  crashPoint("clock:asking");
  return !(await deps.database.inTenant(scope, (trx) => hasReportsOnClock(trx, clockId)));
}

/** Checks one dispute at the PSP. Returns false if another process is checking it. */
async function checkDispute(deps: DisputeDeps, scope: TenantScope, id: string): Promise<boolean> {
  const leaseMs = leaseMsFor(deps.pspTimeoutMs);
  const lease = await deps.database.inTenant(scope, (trx) => disputeLeases.take(trx, id, leaseMs));
  crashPoint("reconcile-dispute:leased");
  if (lease) await reconcileDispute(deps, lease);
  return lease !== undefined;
}
