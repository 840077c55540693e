import type { DisputeOutcome } from "../connectors/disputes.ts";
import { patientRounds } from "../database/leased-rounds.ts";
import type { Lease } from "../database/leases.ts";
import type { TenantScope, Transaction } from "../database/transaction.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { leaseMsFor } from "../payments/deps.ts";
import { lockSession } from "../sessions/find-session.ts";
import { applyFacts, type Guard, logQuarantine } from "./apply-facts.ts";
import { actionWaitMs, disputeWaitMs } from "./check-schedule.ts";
import type { DisputeDeps } from "./deps.ts";
import { type StoredDispute, stateOfStored } from "./dispute.ts";
import { dropPendingAction } from "./drop-action.ts";
import { fetchDispute } from "./fetch-dispute.ts";
import { disputeLeases, getDispute, isActionDue, releaseDispute } from "./queries.ts";
import { sendAction } from "./send-action.ts";
import { awaitsResponse, isOver } from "./state.ts";

/**
 * Asks the PSPs for the state of the disputes that are due, and sends evidence and acceptances again that had no response.
 * Returns whether there may be more. Disputes are leased, so that several processes share the work and another takes over
 * when a process dies.
 */
export function reconcileDueDisputes(deps: DisputeDeps, rounds = patientRounds()): Promise<boolean> {
  const leaseMs = leaseMsFor(deps.pspTimeoutMs);
  return rounds.round(
    (limit, leaveOut) =>
      deps.database.inWorker((trx) => disputeLeases.takeDue(trx, limit, leaseMs, leaveOut)),
    (lease) => {
      crashPoint("reconcile-dispute:leased");
      return reconcileDispute(deps, lease).catch((error) => giveUp(deps, lease, error));
    },
  );
}

/** Checks one leased dispute, and releases the lease in the transaction that applies the result. */
export async function reconcileDispute(deps: DisputeDeps, lease: Lease): Promise<void> {
  const scope: TenantScope = lease;
  const known = await deps.database.inTenant(scope, async (trx) => ({
    dispute: await getDispute(trx, lease.id),
    actionIsDue: await isActionDue(trx, lease.id),
  }));
  crashPoint("reconcile-dispute:asking");
  const { dispute } = known;
  if (!dispute) return;
  const found = await fetchDispute(deps, scope, dispute);
  crashPoint("reconcile-dispute:psp-answered");
  const sends = known.actionIsDue && stillWaits(dispute, found);
  const outcome = sends ? await sendAction(deps, scope, dispute) : found;
  crashPoint("reconcile-dispute:acted");
  await settle(deps, lease, dispute, outcome, sends);
  crashPoint("reconcile-dispute:settled");
}

/** Whether the PSP still waits for a response in the same stage, so that it hasn't received the pending action. */
function stillWaits(dispute: StoredDispute, found: DisputeOutcome): boolean {
  if (dispute.pendingAction === null || found.kind !== "known") return false;
  const { stage, status } = found.dispute;
  return stage === dispute.stage && status === dispute.status && awaitsResponse(stateOfStored(dispute));
}

function settle(
  deps: DisputeDeps,
  lease: Lease,
  dispute: StoredDispute,
  outcome: DisputeOutcome,
  isResponse: boolean,
): Promise<unknown> {
  const release = (trx: Transaction) => releaseDispute(trx, lease, waitsAfter(dispute));
  const guard: Guard = { holds: (trx) => disputeLeases.holds(trx, lease), settle: release };
  if (outcome.kind === "known") {
    const confirmed = isResponse && dispute.actionKey !== null ? { confirmed: dispute.actionKey } : {};
    const options = { guard, ...confirmed, whenAsked: dispute };
    return applyFacts(deps, lease, dispute.connectorAccount, outcome.dispute, options);
  }
  if (outcome.kind === "refused" && isResponse) {
    deps.log.warn({ dispute: dispute.id, detail: outcome.detail }, "the PSP refused the action");
    return dropPendingAction(deps, lease, dispute, outcome.detail, guard);
  }
  if (outcome.kind === "refused") logQuarantine(deps, dispute.pspReference, "unknown_to_psp");
  return deps.database.inTenant(lease, async (trx) => {
    await lockSession(trx, dispute.sessionId);
    await release(trx);
  });
}

function waitsAfter(dispute: StoredDispute) {
  const checks = isOver(stateOfStored(dispute)) ? 0 : dispute.checks + 1;
  return { disputeMs: disputeWaitMs(checks), actionMs: actionWaitMs(checks) };
}

/** The failure of one dispute doesn't stop the others. It is tried again when its lease is over. */
function giveUp(deps: DisputeDeps, lease: Lease, error: unknown): void {
  deps.log.error(
    { err: error, dispute: lease.id },
    "a dispute could not be reconciled; it will be tried again",
  );
}
