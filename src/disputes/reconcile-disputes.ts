import type { DisputeOutcome } from "../connectors/contract.ts";
import { patientRounds } from "../database/leased-rounds.ts";
import type { Lease } from "../database/leases.ts";
import type { TenantScope, Transaction } from "../database/transaction.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { leaseMsFor } from "../payments/deps.ts";
import { lockSession } from "../sessions/find-session.ts";
import { act } from "./act.ts";
import { applyFacts, type Guard, reportQuarantine } from "./apply-facts.ts";
import { askAbout } from "./ask.ts";
import { actionWaitMs, disputeWaitMs } from "./check-schedule.ts";
import type { DisputeDeps } from "./deps.ts";
import { type StoredDispute, stateOfStored } from "./dispute.ts";
import { dropPendingAction } from "./drop-action.ts";
import { disputeLeases, getDispute, isActionDue, releaseDispute } from "./queries.ts";
import { awaitsResponse, isOver } from "./state.ts";

/** Where the disputes are that are due, for the look for due work. */
export const dueDisputes = disputeLeases.dueRows;

/**
 * Asks the PSPs how the disputes stand that are due, and sees to evidence and acceptances that had no answer. Returns
 * whether there may be more. Disputes are leased, so that several processes share the work and a dead one's is taken
 * over when its lease runs out.
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

/** Asks about one dispute by the right of its lease, and lets go of that in the transaction of what it learns. */
export async function reconcileDispute(deps: DisputeDeps, lease: Lease): Promise<void> {
  const scope: TenantScope = lease;
  const known = await deps.database.inTenant(scope, async (trx) => ({
    dispute: await getDispute(trx, lease.id),
    actionIsDue: await isActionDue(trx, lease.id),
  }));
  crashPoint("reconcile-dispute:asking");
  const { dispute } = known;
  if (!dispute) return;
  const asked = await askAbout(deps, scope, dispute);
  crashPoint("reconcile-dispute:psp-answered");
  const isOurs = known.actionIsDue && stillWaits(dispute, asked);
  const outcome = isOurs ? await act(deps, scope, dispute) : asked;
  crashPoint("reconcile-dispute:acted");
  await settle(deps, lease, dispute, outcome, isOurs);
  crashPoint("reconcile-dispute:settled");
}

/** Whether the PSP still waits for what was pending, in the same stage: then it hasn't got it. */
function stillWaits(dispute: StoredDispute, asked: DisputeOutcome): boolean {
  if (dispute.pendingAction === null || asked.kind !== "known") return false;
  const { stage, status } = asked.dispute;
  return stage === dispute.stage && status === dispute.status && awaitsResponse(stateOfStored(dispute));
}

function settle(
  deps: DisputeDeps,
  lease: Lease,
  dispute: StoredDispute,
  outcome: DisputeOutcome,
  isOurs: boolean,
): Promise<unknown> {
  const release = (trx: Transaction) => releaseDispute(trx, lease, waitsAfter(dispute));
  const guard: Guard = { holds: (trx) => disputeLeases.holds(trx, lease), settle: release };
  if (outcome.kind === "known") {
    const confirmed = isOurs && dispute.actionKey !== null ? { confirmed: dispute.actionKey } : {};
    return applyFacts(deps, lease, dispute.connectorAccount, outcome.dispute, { guard, ...confirmed });
  }
  if (outcome.kind === "refused" && isOurs) {
    deps.log.warn({ dispute: dispute.id, detail: outcome.detail }, "the PSP refused what was asked of it");
    return dropPendingAction(deps, lease, dispute, outcome.detail, guard);
  }
  if (outcome.kind === "refused") reportQuarantine(deps, dispute.pspReference, "unknown_to_psp");
  return deps.database.inTenant(lease, async (trx) => {
    await lockSession(trx, dispute.sessionId);
    await release(trx);
  });
}

function waitsAfter(dispute: StoredDispute) {
  const checks = isOver(stateOfStored(dispute)) ? 0 : dispute.checks + 1;
  return { disputeMs: disputeWaitMs(checks), actionMs: actionWaitMs(checks) };
}

/** One dispute's failure is no reason to leave the others alone. It is tried again when its lease is over. */
function giveUp(deps: DisputeDeps, lease: Lease, error: unknown): void {
  deps.log.error(
    { err: error, dispute: lease.id },
    "a dispute could not be reconciled; it will be tried again",
  );
}
