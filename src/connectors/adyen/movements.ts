import type {
  CallOptions,
  CaptureRequest,
  FindMovementOutcome,
  FindMovementRequest,
  MovementOutcome,
  RefundRequest,
  VoidRequest,
} from "../contract.ts";
import { toAdyen } from "./amounts.ts";
import { readCharge } from "./charge-state.ts";
import { type Calls, type Client, merchantAccountOf, refusalIn, unclear } from "./client.ts";
import { foldCharge } from "./fold.ts";
import { restKey } from "./rest-key.ts";
import {
  captureFault,
  findIn,
  isSame,
  keepsRest,
  outcomeOf,
  refundFault,
  type VoidStep,
  voidStep,
} from "./translate-movements.ts";
import { unknown } from "./unknown.ts";
import { wireModification } from "./wire.ts";

/** Every call is only received: a notification says later what became of it. Faults that the facts show are refused without a call. */
export async function capture(
  client: Client,
  request: CaptureRequest,
  call: CallOptions,
): Promise<MovementOutcome> {
  const { charge, idempotencyKey } = request;
  const folded = foldCharge(charge);
  const known = findIn(folded.captures, idempotencyKey);
  if (known) return outcomeOf(known);
  const fault = captureFault(folded, request);
  if (fault !== undefined) return { kind: "refused", reason: fault };
  return send(client(call), "captures", request);
}

export async function refund(
  client: Client,
  request: RefundRequest,
  call: CallOptions,
): Promise<MovementOutcome> {
  const { charge, idempotencyKey } = request;
  const folded = foldCharge(charge);
  const known = findIn(folded.refunds, idempotencyKey);
  if (known) return outcomeOf(known);
  const fault = refundFault(folded, request);
  if (fault !== undefined) return { kind: "refused", reason: fault };
  return send(client(call), "refunds", request);
}

/**
 * Cancels an authorization. An open session can't be called off: the void is pending then until the page has ended or the customer has
 * paid.
 */
export async function cancel(
  client: Client,
  request: VoidRequest,
  call: CallOptions,
  nowMs: number,
): Promise<MovementOutcome> {
  const calls = client(call);
  const step = await readVoidStep(calls, request, nowMs);
  return step.kind === "cancel" ? send(calls, "cancels", request, step.pspReference) : step;
}

async function readVoidStep(
  calls: Calls,
  { charge, idempotencyKey }: Pick<VoidRequest, "charge" | "idempotencyKey">,
  nowMs: number,
): Promise<VoidStep> {
  // A notification of this very void is enough.
  const own = findIn(foldCharge(charge).cancellations, idempotencyKey);
  return own ? outcomeOf(own) : voidStep(await readCharge(calls, charge, nowMs), charge, idempotencyKey);
}

async function send(
  calls: Calls,
  kind: "captures" | "cancels" | "refunds",
  request: CaptureRequest | RefundRequest | VoidRequest,
  payment = request.charge.pspReference ?? "",
): Promise<MovementOutcome> {
  const { charge, idempotencyKey } = request;
  const amount = "amount" in request ? toAdyen(request) : undefined;
  if ("amount" in request && !amount) return { kind: "refused", reason: "refused_by_psp" };
  const response = await calls.send({
    account: charge.account,
    api: "checkout",
    method: "POST",
    path: `/payments/${encodeURIComponent(payment)}/${kind}`,
    idempotencyKey,
    body: {
      merchantAccount: merchantAccountOf(charge.account),
      // Its notifications are recognised by it.
      reference: idempotencyKey,
      ...(amount ? { amount } : {}),
    },
  });
  if (refusalIn(response)) return { kind: "refused", reason: "refused_by_psp" };
  if (response.kind === "no_response" || response.status !== 201) return unclear(response);
  const made = response.body;
  if (!wireModification.fits(made)) return unknown("the response has an unexpected shape");
  if (made.paymentPspReference !== payment || made.reference !== idempotencyKey)
    return unknown("the response is about another movement");
  return { kind: "pending", pspReference: made.pspReference };
}

/** Finds a movement among the facts. One whose notification hasn't come is not found; Adyen can't be asked about it. */
export async function findMovement(
  client: Client,
  request: FindMovementRequest,
  call: CallOptions,
  nowMs: number,
): Promise<FindMovementOutcome> {
  const { charge, idempotencyKey, kind } = request;
  const calls = client(call);
  if (kind === "void") {
    const step = await readVoidStep(calls, request, nowMs);
    if (step.kind === "cancel") return { kind: "not_found" };
    return step.kind === "unknown" ? step : { kind: "found", outcome: step };
  }
  const folded = foldCharge(charge);
  const known = findIn(kind === "capture" ? folded.captures : folded.refunds, idempotencyKey);
  if (!known) return { kind: "not_found" };
  const outcome = outcomeOf(known);
  if (outcome.kind === "refused") return { kind: "found", outcome };
  if (!isSame(known, request)) return { kind: "key_reused" };
  return keepsRest(folded, request) ? releaseRest(calls, request) : { kind: "found", outcome };
}

/**
 * Where captures don't release the rest, that is cancelled after the last one. Not together with the capture: Adyen could carry out the
 * cancellation first. The capture is pending until the rest is released, too.
 */
async function releaseRest(calls: Calls, request: FindMovementRequest): Promise<FindMovementOutcome> {
  const { charge, idempotencyKey } = request;
  const outcome = await send(calls, "cancels", { charge, idempotencyKey: restKey(idempotencyKey) });
  return outcome.kind === "unknown" ? outcome : { kind: "found", outcome };
}
