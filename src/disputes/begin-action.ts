import type { TenantScope, TenantTransaction, Transaction } from "../database/transaction.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { callMarginMs } from "../payments/deps.ts";
import type { DisputeDeps } from "./deps.ts";
import type { DisputeAction, StoredDispute } from "./dispute.ts";
import { lockDispute, unchangeableBecause } from "./lock-changeable.ts";
import { beginAction } from "./queries.ts";
import { type EvidenceInput, writeEvidence } from "./save-evidence.ts";

/**
 * Has an Idempotency-Key stand for the action of this key, in the transaction that records the intent. A problem undoes
 * all of it.
 */
export type Claim = { stake(trx: Transaction, actionKey: string): Promise<Problem | undefined> };

/** What a merchant wants done: the last changes of the evidence and its sending, or giving in. */
export type ActionRequest =
  | { readonly action: "accept" }
  | { readonly action: "evidence"; readonly input: EvidenceInput };

/** Commits the intent to have the PSP do something about a dispute, with the key that it will know the request by. */
export async function beginDisputeAction(
  deps: DisputeDeps,
  scope: TenantScope,
  id: string,
  request: ActionRequest,
  claim: Claim | undefined,
): Promise<Result<StoredDispute, Problem>> {
  try {
    return success(await deps.database.inTenant(scope, (trx) => recordIntent(deps, trx, id, request, claim)));
  } catch (error) {
    if (error instanceof Refused) return failed(error.problem);
    throw error;
  }
}

/** Thrown to undo the transaction: a claimed Idempotency-Key must not outlive the refusal of its request. */
class Refused extends Error {
  readonly problem: Problem;
  constructor(reason: Problem) {
    super(reason.detail);
    this.problem = reason;
  }
}

async function recordIntent(
  deps: DisputeDeps,
  trx: TenantTransaction,
  id: string,
  request: ActionRequest,
  claim: Claim | undefined,
): Promise<StoredDispute> {
  const dispute = valueOrRefuse(await lockDispute(trx, id));
  const key = `${dispute.id}.${dispute.actionCount + 1}`;
  // First of all, so that a repeat of a request is known as one, even when the dispute is over by then.
  refuseFor(await claim?.stake(trx, key));
  refuseFor(unchangeableBecause(dispute));
  await prepare(trx, dispute, request);
  const action: DisputeAction = request.action;
  return beginAction(trx, id, { action, key, checkAfterMs: deps.pspTimeoutMs + callMarginMs });
}

async function prepare(
  trx: TenantTransaction,
  dispute: StoredDispute,
  request: ActionRequest,
): Promise<void> {
  if (request.action === "accept") {
    refuseFor(dispute.stage === "inquiry" ? inquiryNotAcceptable : undefined);
    return;
  }
  const written = valueOrRefuse(await writeEvidence(trx, dispute, request.input));
  refuseFor(isEmpty(written) ? evidenceMissing : undefined);
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

function valueOrRefuse<Value>(result: Result<Value, Problem>): Value {
  if (!result.ok) throw new Refused(result.failure);
  return result.value;
}

function refuseFor(fault: Problem | undefined): void {
  if (fault) throw new Refused(fault);
}
