import { present } from "../../kernel/assert.ts";
import type {
  CallOptions,
  CaptureRequest,
  MovementOutcome,
  RefundRequest,
  VoidRequest,
} from "../contract.ts";
import type { PspResponse } from "../psp-response.ts";
import type { MovementRefusal } from "../reasons.ts";
import { toMollie } from "./amounts.ts";
import {
  type Calls,
  type Client,
  paymentPath,
  type Refusal,
  referenceOf,
  refusalIn,
  unclear,
} from "./client.ts";
import { type MovementMetadata, toIdempotencyKey } from "./metadata.ts";
import { capturesOnce } from "./methods.ts";
import { capturesOf, isOfAttempt, refundsOf } from "./translate.ts";
import {
  captureFault,
  captureOutcome,
  keyOf,
  openAmount,
  refundOutcome,
  voidStep,
} from "./translate-movements.ts";
import { unknown } from "./unknown.ts";
import { type WirePayment, wireCapture, wireRefund } from "./wire.ts";

const isOthers = unknown("the payment is of another attempt");

/**
 * Captures in one call after a look at the payment: whether the capture was made already, and whether Mollie would release a rest
 * that the merchant wants to keep. A last capture by a method with several captures is followed by the release of the rest.
 */
export async function capture(
  client: Client,
  request: CaptureRequest,
  call: CallOptions,
): Promise<MovementOutcome> {
  const { charge, idempotencyKey, final } = request;
  const calls = client(call);
  const read = await calls.readPayment(charge.account, charge.pspReference);
  if (read.kind === "unknown") return read;
  const { payment } = read;
  if (!isOfAttempt(payment, charge.idempotencyKey)) return isOthers;
  const made = capturesOf(payment).find((each) => keyOf(each) === idempotencyKey);
  const outcome = made ? captureOutcome(payment, made) : await sendCapture(calls, payment, request);
  const isTaken = outcome.kind === "succeeded" || outcome.kind === "pending";
  const rest = (openAmount(payment) ?? 0) - (made ? 0 : request.amount);
  if (!final || !isTaken || rest <= 0 || capturesOnce(payment.method)) return outcome;
  if (payment.status !== "authorized") return outcome;
  const release = await requestRelease(calls, request);
  return isAccepted(release) ? outcome : unknown("the rest isn't released yet");
}

async function sendCapture(
  calls: Calls,
  payment: WirePayment,
  request: CaptureRequest,
): Promise<MovementOutcome> {
  const fault = captureFault(payment, request);
  if (fault !== undefined) return { kind: "refused", reason: fault };
  const { charge, idempotencyKey, amount, currency } = request;
  const response = await calls.send({
    account: charge.account,
    method: "POST",
    path: `${paymentPath(charge.pspReference)}/captures`,
    idempotencyKey: toIdempotencyKey(idempotencyKey),
    body: { amount: toMollie({ amount, currency }), metadata: metadataOf(request) },
  });
  const refusal = refusalIn(response);
  if (refusal && refusal.status !== 409) return { kind: "refused", reason: refusalReason(refusal) };
  if (response.kind === "no_response" || response.status !== 201) return unclear(response);
  const made = response.body;
  if (!wireCapture.fits(made)) return unknown("the response has an unexpected shape");
  if (keyOf(made) !== idempotencyKey || made.paymentId !== payment.id)
    return unknown("the response is about another capture");
  return captureOutcome(payment, made);
}

const metadataOf = (request: CaptureRequest | RefundRequest): MovementMetadata => ({
  kassa_key: request.idempotencyKey,
  ...(request.reference === undefined ? {} : { kassa_reference: request.reference }),
  ...("final" in request ? { kassa_final: request.final } : {}),
});

const refusalReason = ({ field, detail }: Refusal): MovementRefusal => {
  if (/balance/i.test(detail)) return "insufficient_balance";
  return field === "amount" || field === "amount.value" ? "amount_too_large" : "refused_by_psp";
};

/**
 * Cancels an open payment where Mollie can do that, or requests the release of an authorization, which issuers carry out later. The
 * key is written into the payment first, because neither call takes one.
 */
export async function releasePayment(
  client: Client,
  request: VoidRequest,
  call: CallOptions,
): Promise<MovementOutcome> {
  const { charge, idempotencyKey, reference } = request;
  const { account } = charge;
  const calls = client(call);
  const id = present(referenceOf(charge), "the payment's reference");
  const read = await calls.readPayment(account, id);
  if (read.kind === "unknown") return read;
  const { payment } = read;
  if (!isOfAttempt(payment, charge.idempotencyKey)) return isOthers;
  const step = voidStep(payment, idempotencyKey);
  if (step.kind !== "cancel" && step.kind !== "release") return step;
  const metadata = {
    ...(payment.metadata as object),
    kassa_void: idempotencyKey,
    ...(reference === undefined ? {} : { kassa_void_reference: reference }),
  };
  const path = paymentPath(id);
  const marked = await calls.send({ account, method: "PATCH", path, body: { metadata } });
  if (marked.kind === "no_response" || marked.status !== 200) return unclear(marked);
  const response =
    step.kind === "cancel"
      ? await calls.send({ account, method: "DELETE", path })
      : await requestRelease(calls, request);
  // A refusal means that the payment has changed since it was read.
  if (!isAccepted(response)) return unclear(response);
  return step.kind === "cancel"
    ? { kind: "succeeded", pspReference: id }
    : { kind: "pending", pspReference: id };
}

function requestRelease(calls: Calls, { charge }: CaptureRequest | VoidRequest): Promise<PspResponse> {
  const id = present(referenceOf(charge), "the payment's reference");
  return calls.send({
    account: charge.account,
    method: "POST",
    path: `${paymentPath(id)}/release-authorization`,
  });
}

const isAccepted = (response: PspResponse): boolean =>
  response.kind === "response" && response.status >= 200 && response.status < 300;

/** For so long, Mollie refuses a second refund of the same amount, whatever its idempotency key. */
const duplicateMs = 60 * 60_000;

/**
 * Refunds after a look at the payment: whether the refund was made already, since Mollie forgets idempotency keys after a day, and
 * whether Mollie would take it for a duplicate. It is then delayed until the hour is over. Mollie may repeat such a refusal
 * for the same idempotency key, so another one is used after the first refusal: nothing was refunded under the refused one.
 *
 * @param nowMs milliseconds since 1970
 */
export async function refund(
  client: Client,
  request: RefundRequest,
  call: CallOptions,
  nowMs: number,
): Promise<MovementOutcome> {
  const { charge, idempotencyKey, amount, currency } = request;
  const calls = client(call);
  const read = await calls.readPayment(charge.account, charge.pspReference);
  if (read.kind === "unknown") return read;
  if (!isOfAttempt(read.payment, charge.idempotencyKey)) return isOthers;
  const refunds = refundsOf(read.payment);
  const made = refunds.find((each) => keyOf(each) === idempotencyKey);
  if (made) return refundOutcome(made);
  const { value } = toMollie({ amount, currency });
  const equal = refunds.filter((each) => each.amount.value === value);
  const takenFromMs = Math.max(...equal.map((each) => Date.parse(each.createdAt))) + duplicateMs;
  if (takenFromMs >= nowMs) return delayed(takenFromMs);
  const first = await sendRefund(calls, request, idempotencyKey);
  if (first !== "duplicate") return first;
  const second = await sendRefund(calls, request, `${idempotencyKey} ${Math.floor(nowMs / duplicateMs)}`);
  return second === "duplicate" ? delayed(nowMs + duplicateMs) : second;
}

/** A little later than Mollie says, because clocks differ. */
const delayed = (takenFromMs: number): MovementOutcome => ({
  ...unknown("Mollie refuses a second refund of the same amount within an hour"),
  delayedUntil: new Date(takenFromMs + 60_000),
});

async function sendRefund(
  calls: Calls,
  request: RefundRequest,
  key: string,
): Promise<MovementOutcome | "duplicate"> {
  const { charge, idempotencyKey, amount, currency } = request;
  const response = await calls.send({
    account: charge.account,
    method: "POST",
    path: `${paymentPath(charge.pspReference)}/refunds`,
    idempotencyKey: toIdempotencyKey(key),
    body: { amount: toMollie({ amount, currency }), metadata: metadataOf(request) },
  });
  const refusal = refusalIn(response);
  // The other 409 says that the first request with the key is still being processed. Only the text differs.
  if (refusal?.status === 409)
    return /duplicate refund/i.test(refusal.detail) ? "duplicate" : unclear(response);
  if (refusal) return { kind: "refused", reason: refusalReason(refusal) };
  if (response.kind === "no_response" || response.status !== 201) return unclear(response);
  const made = response.body;
  if (!wireRefund.fits(made)) return unknown("the response has an unexpected shape");
  if (keyOf(made) !== idempotencyKey || made.paymentId !== charge.pspReference)
    return unknown("the response is about another refund");
  return refundOutcome(made);
}
