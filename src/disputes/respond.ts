import type { DisputeOutcome } from "../connectors/contract.ts";
import type { TenantScope, TenantTransaction } from "../database/transaction.ts";
import type { RequestClaim } from "../database/undo-on-failure.ts";
import { present, unreachable } from "../kernel/assert.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { callMarginMs } from "../payments/deps.ts";
import { toApiDispute } from "../payments/dispute.ts";
import { act } from "./act.ts";
import { applyFacts } from "./apply-facts.ts";
import { type ActionRequest, beginDisputeAction } from "./begin-action.ts";
import type { DisputeDeps } from "./deps.ts";
import type { StoredDispute } from "./dispute.ts";
import { dropPendingAction } from "./drop-action.ts";
import { findDispute } from "./find-dispute.ts";

/**
 * Sends the evidence to the bank, or gives in: commit the intent with its key, ask the PSP, commit the outcome. Between
 * the two transactions no connection and no lock is held. Without an answer the action stays pending, and the job sees
 * to it.
 *
 * @returns the action's key, once there is one, whatever came of it: see `readResponse`
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
  // After a commit that hung, or when the process was stopped meanwhile, the job may be at it already.
  if (performance.now() - startedAt > callMarginMs / 2) return success(actionKey);
  const outcome = await act(deps, scope, dispute);
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
      return applyFacts(deps, scope, dispute.connectorAccount, outcome.dispute, confirmed);
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

/** What came of an action by now: the dispute as it is, or why the PSP refused it; `open` while nobody knows. */
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
