import type { TenantScope, TenantTransaction } from "../database/transaction.ts";
import { type RequestClaim, undoOnFailure } from "../database/undo-on-failure.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { callMarginMs } from "../payments/deps.ts";
import type { DisputeDeps } from "./deps.ts";
import type { StoredDispute } from "./dispute.ts";
import { lockDispute, unchangeableBecause } from "./lock-changeable.ts";
import { beginAction } from "./queries.ts";
import { type EvidenceInput, writeEvidence } from "./save-evidence.ts";

/** What a merchant wants done: the last changes of the evidence and its sending, or giving in. */
export type ActionRequest =
  | { readonly action: "accept" }
  | { readonly action: "evidence"; readonly input: EvidenceInput };

/** Commits the intent to have the PSP do something about a dispute, with the key that it will know the request by. */
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
  // First of all, so that a repeat of a request is recognised even when the dispute is over by then.
  const claimed = await claim?.stake(trx, key);
  const fault = claimed ?? unchangeableBecause(dispute) ?? (await prepare(trx, dispute, request));
  if (fault) return failed(fault);
  const { action } = request;
  return success(await beginAction(trx, id, { action, key, checkAfterMs: deps.pspTimeoutMs + callMarginMs }));
}

/** Writes the evidence that the request brings. A problem when there is nothing to ask of the PSP. */
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
  "An inquiry has taken no money, so there is nothing to give in to. Refund the payment, or send evidence.",
);

const evidenceMissing = problem("evidence_missing", "There is no text and no file to send.");

/** Whether nothing would be sent: files count where they are a part of the evidence. */
function isEmpty({ evidence, evidenceFiles, files }: StoredDispute): boolean {
  return Object.keys(evidence ?? {}).length === 0 && (evidenceFiles ?? files).length === 0;
}
