import type { DisputeOutcome } from "../connectors/disputes.ts";
import type { TenantScope, TenantTransaction } from "../database/transaction.ts";
import type { RequestClaim } from "../database/undo-on-failure.ts";
import { present, unreachable } from "../kernel/assert.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { callMarginMs } from "../payments/deps.ts";
import { toApiDispute } from "../payments/dispute.ts";
import { applyFacts } from "./apply-facts.ts";
import { type ActionRequest, beginDisputeAction } from "./begin-action.ts";
import type { DisputeDeps } from "./deps.ts";
import type { StoredDispute } from "./dispute.ts";
import { dropPendingAction } from "./drop-action.ts";
import { findDispute } from "./find-dispute.ts";
import { sendAction } from "./send-action.ts";

/**
 * Sends the evidence to the bank, or accepts the dispute: commits the intent with its key, calls the PSP, commits the outcome.
 * No connection and no lock is held between the two transactions. Without a response the action stays pending, and the
 * reconcile job sends it again.
 *
 * @returns the action's key, whatever the outcome: see `readResponse`
 */
export async function respond(
  deps: DisputeDeps,
  scope: TenantScope,
  disputeId: string,
  request: ActionRequest,
  claim?: RequestClaim,
): Promise<Result<string, Problem>> {
  const startedAt = performance.now();
  crashPoint("dispute-action:before-intent");
  const begun = await beginDisputeAction(deps, scope, disputeId, request, claim);
  crashPoint("dispute-action:intent-committed");
  if (!begun.ok) return begun;
  const dispute = begun.value;
  const actionKey = present(dispute.actionKey, "the key of an action that has begun");
  // If the commit took long or the process was suspended, the reconcile job may have sent the action already.
  if (performance.now() - startedAt > callMarginMs / 2) return success(actionKey);
  const outcome = await sendAction(deps, scope, dispute);
  crashPoint("dispute-action:psp-answered");
  await settle(deps, scope, dispute, outcome);
  crashPoint("dispute-action:settled");
  return success(actionKey);
}

async function settle(
  deps: DisputeDeps,
  scope: TenantScope,
  dispute: StoredDispute,
  outcome: DisputeOutcome,
): Promise<unknown> {
  switch (outcome.kind) {
    case "known": {
      const confirmed = dispute.actionKey === null ? {} : { confirmed: dispute.actionKey };
      const options = { ...confirmed, whenAsked: dispute };
      return applyFacts(deps, scope, dispute.connectorAccount, outcome.dispute, options);
    }
    case "refused":
      return dropPendingAction(deps, scope, dispute, outcome.detail);
    case "unknown":
      deps.log.warn(
        { dispute: dispute.id, detail: outcome.detail },
        "outcome unknown; the PSP will be asked",
      );
      return undefined;
    default:
      return unreachable(outcome);
  }
}

/** The result of an action so far: the dispute, or why the PSP refused the action. `open` while the outcome is unknown. */
export async function readResponse(
  trx: TenantTransaction,
  actionKey: string,
): Promise<{ readonly open: boolean; readonly answer: Result<object, Problem> }> {
  const dispute = await findDispute(trx, actionKey.split(".")[0] ?? "");
  if (!dispute) throw new Error("the dispute of an action is gone");
  const refusedBecause = dispute.refusedActions[actionKey];
  if (refusedBecause !== undefined) {
    const detail = `The PSP refused: ${refusedBecause}.`;
    return { open: false, answer: failed(problem("dispute_action_refused", detail)) };
  }
  return { open: dispute.actionKey === actionKey, answer: success(toApiDispute(dispute)) };
}
