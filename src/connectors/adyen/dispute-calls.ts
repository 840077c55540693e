import type { CallOptions } from "../contract.ts";
import type { AcceptRequest, DisputeOutcome, DisputeRequest, EvidenceRequest } from "../disputes.ts";
import type { PspResponse } from "../psp-response.ts";
import { type Calls, type Client, merchantAccountOf, refusalIn, unclear } from "./client.ts";
import { chooseDefense, type Defense, documentsOf, type Refused } from "./defense.ts";
import { foldDispute } from "./disputes.ts";
import { inOrder, readFacts } from "./fact.ts";
import { type Unknown, unknown } from "./unknown.ts";
import { type WireDefenseReasons, wireDefenseReasons, wireDisputeResult } from "./wire.ts";

/** Gives up a dispute. Its money stays with the customer, or is taken as announced. */
export async function acceptDispute(
  client: Client,
  request: AcceptRequest,
  call: CallOptions,
): Promise<DisputeOutcome> {
  const dispute = foldDispute(request);
  if (!dispute) return unknown("no notification of the dispute is known");
  const outcome = await act(client(call), request, "/acceptDispute", request.idempotencyKey);
  if (outcome !== "done") return outcome;
  return {
    kind: "known",
    dispute: { ...dispute, status: dispute.stage === "chargeback" ? "lost" : "under_review" },
  };
}

/**
 * Asks which reasons to defend there are, supplies the documents of one of them, and defends. A repeated request makes the same
 * documents and has the same keys. The amount of a chargeback comes back with it, until the issuer decides.
 */
export async function defendDispute(
  client: Client,
  request: EvidenceRequest,
  call: CallOptions,
): Promise<DisputeOutcome> {
  const dispute = foldDispute(request);
  if (!dispute) return unknown("no notification of the dispute is known");
  if (isUndefendable(request)) return { kind: "refused", detail: "Adyen says that it can't be defended" };
  // Its defence is known by now, or its end.
  if (dispute.status !== "needs_response") return { kind: "known", dispute };
  const documents = documentsOf(request);
  if ("kind" in documents) return documents;
  const calls = client(call);
  const reasons = await readReasons(calls, request);
  if (reasons.kind !== "read") return reasons;
  const defense = chooseDefense(reasons.body, request.texts, documents);
  if ("kind" in defense) return defense;
  const outcome = await supplyAndDefend(calls, request, defense);
  return outcome === "done" ? { kind: "known", dispute: { ...dispute, status: "under_review" } } : outcome;
}

/** Whether it can't be defended, and wasn't. */
function isUndefendable({ pspReference, facts }: DisputeRequest): boolean {
  const events = readFacts(facts).filter((fact) => fact.pspReference === pspReference);
  const isDefended = events.some(({ eventCode }) =>
    /^(?:INFORMATION_SUPPLIED|CHARGEBACK_REVERSED)$/.test(eventCode),
  );
  return (
    !isDefended && inOrder(events).findLast(({ defendable }) => defendable !== null)?.defendable === false
  );
}

/**
 * Documents of a defence that Adyen refuses are deleted again, so that they aren't part of the next one. Of those that can't be
 * deleted, the next defence replaces what has the same type.
 */
async function supplyAndDefend(
  calls: Calls,
  request: EvidenceRequest,
  { reason: defenseReasonCode, documents: defenseDocuments }: Defense,
): Promise<"done" | Refused | Unknown> {
  const key = request.idempotencyKey;
  const supplied = await act(calls, request, "/supplyDefenseDocument", `${key}-documents`, {
    defenseDocuments,
  });
  if (supplied !== "done") return supplied;
  const outcome = await act(calls, request, "/defendDispute", `${key}-defend`, { defenseReasonCode });
  if (outcome === "done" || outcome.kind === "unknown") return outcome;
  for (const { defenseDocumentTypeCode: defenseDocumentType } of defenseDocuments)
    await act(calls, request, "/deleteDisputeDefenseDocument", `${key}-delete-${defenseDocumentType}`, {
      defenseDocumentType,
    });
  return outcome;
}

type ReadReasons = { readonly kind: "read"; readonly body: WireDefenseReasons } | Refused | Unknown;

async function readReasons(calls: Calls, request: DisputeRequest): Promise<ReadReasons> {
  const response = await send(calls, request, "/retrieveApplicableDefenseReasons");
  const outcome = outcomeOf(response);
  if (outcome !== "done") return outcome;
  if (response.kind === "no_response" || !wireDefenseReasons.fits(response.body))
    return unknown("the response has an unexpected shape");
  return { kind: "read", body: response.body };
}

async function act(
  calls: Calls,
  request: DisputeRequest,
  path: string,
  idempotencyKey: string,
  fields: object = {},
): Promise<"done" | Refused | Unknown> {
  return outcomeOf(await send(calls, request, path, { idempotencyKey, fields }));
}

function send(
  calls: Calls,
  { account, pspReference }: DisputeRequest,
  path: string,
  { idempotencyKey, fields = {} }: { readonly idempotencyKey?: string; readonly fields?: object } = {},
): Promise<PspResponse> {
  return calls.send({
    account,
    api: "disputes",
    method: "POST",
    path,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    body: { merchantAccountCode: merchantAccountOf(account), disputePspReference: pspReference, ...fields },
  });
}

/** The dispute service reports its own refusals with status 200. */
function outcomeOf(response: PspResponse): "done" | Refused | Unknown {
  const refusal = refusalIn(response);
  if (refusal) return { kind: "refused", detail: refusal.detail };
  if (response.kind === "no_response" || response.status !== 200) return unclear(response);
  if (!wireDisputeResult.fits(response.body)) return unknown("the response has an unexpected shape");
  const { success, errorMessage } = response.body.disputeServiceResult;
  return success ? "done" : { kind: "refused", detail: errorMessage ?? "Adyen gave no reason" };
}
