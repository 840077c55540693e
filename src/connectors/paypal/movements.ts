import type {
  CallOptions,
  CaptureRequest,
  MovementOutcome,
  RefundRequest,
  VoidRequest,
} from "../contract.ts";
import type { PspResponse } from "../psp-response.ts";
import { toPayPal } from "./amounts.ts";
import { type Client, refusalIn, unclear } from "./client.ts";
import { movementRefusal } from "./refusals.ts";
import { currentAuthorization, refundsOf } from "./translate.ts";
import {
  captureFault,
  captureOutcome,
  captureToRefund,
  findCapture,
  isOther,
  refundOutcome,
  voidStep,
} from "./translate-movements.ts";
import { unknown } from "./unknown.ts";
import { type WireCapture, type WireRefund, wireCapture, wireRefund } from "./wire.ts";

/**
 * Captures in one call, after a look at the order for a capture with the same key: PayPal keeps request IDs for 45 days, and carries out
 * the request again after that. The key is the capture's invoice ID, too, by which it is found, and which PayPal takes once an account.
 */
export async function capture(
  client: Client,
  request: CaptureRequest,
  call: CallOptions,
): Promise<MovementOutcome> {
  const { charge, idempotencyKey, final } = request;
  const calls = client(call);
  const read = await calls.readOrder(charge);
  if (read.kind === "unknown") return read;
  if (read.kind === "gone") return { kind: "refused", reason: "authorization_lapsed" };
  const made = findCapture(read.order, idempotencyKey);
  if (made && captureOutcome(made).kind !== "refused")
    return isOther(made, request) ? reused : captureOutcome(made);
  const fault = captureFault(read.order, request);
  const amount = toPayPal(request);
  const authorization = currentAuthorization(read.order);
  if (fault !== undefined || !amount || !authorization)
    return { kind: "refused", reason: fault ?? "refused_by_psp" };
  const response = await calls.send({
    account: charge.account,
    method: "POST",
    path: `/v2/payments/authorizations/${authorization.id}/capture`,
    requestId: idempotencyKey,
    body: { amount, invoice_id: idempotencyKey, final_capture: final },
  });
  return outcomeOf(response, request, wireCapture, captureOutcome);
}

/**
 * Refunds a part of one capture, after a look at the order for a refund with the same key. A refund of more than each single capture
 * has left is refused: PayPal would need several refunds, of which one may fail.
 */
export async function refund(
  client: Client,
  request: RefundRequest,
  call: CallOptions,
): Promise<MovementOutcome> {
  const { charge, idempotencyKey } = request;
  const calls = client(call);
  const read = await calls.readOrder(charge);
  if (read.kind === "unknown") return read;
  if (read.kind === "gone") return { kind: "refused", reason: "refused_by_psp" };
  const made = refundsOf(read.order).find(({ invoice_id: invoice }) => invoice === idempotencyKey);
  if (made) return isOther(made, request) ? reused : refundOutcome(made);
  const amount = toPayPal(request);
  if (!amount) return { kind: "refused", reason: "refused_by_psp" };
  const capture = captureToRefund(read.order, request.amount);
  if (!capture) return { kind: "refused", reason: "amount_too_large" };
  const response = await calls.send({
    account: charge.account,
    method: "POST",
    path: `/v2/payments/captures/${capture.id}/refund`,
    requestId: idempotencyKey,
    body: { amount, invoice_id: idempotencyKey, custom_id: charge.idempotencyKey },
  });
  return outcomeOf(response, request, wireRefund, refundOutcome);
}

const reused = unknown("PayPal has another movement under the key");

/** The movement in the answer to its request, which has to be the requested one: PayPal doesn't compare a repeated request. */
function outcomeOf<Wire extends WireCapture | WireRefund>(
  response: PspResponse,
  request: CaptureRequest | RefundRequest,
  shape: { fits(value: unknown): value is Wire },
  translate: (made: Wire) => MovementOutcome,
): MovementOutcome {
  const refusal = refusalIn(response);
  if (refusal) return movementRefusal(refusal);
  if (response.kind === "no_response" || (response.status !== 200 && response.status !== 201))
    return unclear(response);
  const { body: made } = response;
  if (!shape.fits(made)) return unknown("the response has an unexpected shape");
  if (made.invoice_id !== request.idempotencyKey || isOther(made, request)) return reused;
  return translate(made);
}

/**
 * Releases the rest of an authorization. An order that isn't captured or authorized needs no call: see `voidStep`. PayPal's answer
 * doesn't say how much it released.
 */
export async function voidOrder(
  client: Client,
  { charge }: VoidRequest,
  call: CallOptions,
): Promise<MovementOutcome> {
  const calls = client(call);
  const read = await calls.readOrder(charge);
  if (read.kind === "unknown") return read;
  if (read.kind === "gone") return { kind: "refused", reason: "authorization_lapsed" };
  const step = voidStep(read.order);
  if (step.kind !== "void") return step;
  const { id: pspReference } = step.authorization;
  const response = await calls.send({
    account: charge.account,
    method: "POST",
    path: `/v2/payments/authorizations/${pspReference}/void`,
  });
  const refusal = refusalIn(response);
  if (refusal) return movementRefusal(refusal);
  if (response.kind === "no_response" || (response.status !== 200 && response.status !== 204))
    return unclear(response);
  return { kind: "succeeded", pspReference };
}
