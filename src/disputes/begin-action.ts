import type { TenantScope, TenantTransaction } from "../database/transaction.ts";
import { type RequestClaim, undoOnFailure } from "../database/undo-on-failure.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { callMarginMs } from "../payments/deps.ts";
import type { DisputeDeps } from "./deps.ts";
import type { StoredDispute } from "./dispute.ts";
import { lockDispute, notRespondableBecause } from "./lock-respondable.ts";
import { beginAction } from "./queries.ts";
import { type EvidenceInput, writeEvidence } from "./save-evidence.ts";

/** The action that a merchant requests: send the evidence, after some last changes, or accept the dispute. */
export type ActionRequest =
  | { readonly action: "accept" }
  | { readonly action: "evidence"; readonly input: EvidenceInput };

/** Commits the intent to send an action to the PSP, with the idempotency key of the request. */
export function beginDisputeAction(
  deps: DisputeDeps,
  scope: TenantScope,
  id: string,
  request: ActionRequest,
  claim: RequestClaim | undefined,
): Promise<Result<StoredDispute, Problem>> {
  return undoOnFailure(deps.database, scope, (trx) => recordIntent(deps, trx, id, request, claim));
}

async function recordIntent(
  deps: DisputeDeps,
  trx: TenantTransaction,
  id: string,
  request: ActionRequest,
  claim: RequestClaim | undefined,
): Promise<Result<StoredDispute, Problem>> {
  const locked = await lockDispute(trx, id);
  if (!locked.ok) return locked;
  const dispute = locked.value;
  const key = `${dispute.id}.${dispute.actionCount + 1}`;
  // Comes first, so that a repeated request is recognised even if the dispute is over by then.
  const claimed = await claim?.stake(trx, key);
  const fault = claimed ?? notRespondableBecause(dispute) ?? (await prepare(trx, dispute, request));
  if (fault) return failed(fault);
  const { action } = request;
  return success(await beginAction(trx, id, { action, key, checkAfterMs: deps.pspTimeoutMs + callMarginMs }));
}

/** Writes the evidence in the request. Returns a problem if there is nothing to send to the PSP. */
async function prepare(
  trx: TenantTransaction,
  dispute: StoredDispute,
  request: ActionRequest,
): Promise<Problem | undefined> {
  if (request.action === "accept") return dispute.stage === "inquiry" ? inquiryNotAcceptable : undefined;
  const written = await writeEvidence(trx, dispute, request.input);
  if (!written.ok) return written.failure;
  return isEmpty(written.value) ? evidenceMissing : undefined;
}

const inquiryNotAcceptable = problem(
  "dispute_not_respondable",
  "An inquiry has taken no money, so it can't be accepted. Refund the payment, or send evidence.",
);

const evidenceMissing = problem("evidence_missing", "The evidence has no text and no file.");

/** Whether there is nothing to send. Files that aren't part of the evidence don't count. */
function isEmpty({ evidence, evidenceFiles, files }: StoredDispute): boolean {
  return Object.keys(evidence ?? {}).length === 0 && (evidenceFiles ?? files).length === 0;
}
