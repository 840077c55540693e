import type { CaptureRequest, Connector, MovementOutcome, RefundRequest, VoidRequest } from "../contract.ts";
import { toStripeAmount } from "./amounts.ts";
import type { StripeCall, StripeClient } from "./client.ts";
import { toMovementRefusal } from "./declines.ts";
import {
  movementField,
  readCapture,
  referenceField,
  type Written,
  writeCapture,
  writeRelease,
} from "./metadata.ts";
import { readIntent } from "./read-intent.ts";
import { readPayment, unexpected } from "./read-payment.ts";
import { type StripePayment, unknown } from "./translate-charge.ts";
import { captured, refundOutcome, refusedCapture, releaseOutcome } from "./translate-movement.ts";
import { wireIntent, wireRefund, wireSession } from "./wire.ts";

export function movements(client: StripeClient): Pick<Connector, "capture" | "void" | "refund"> {
  return {
    capture: (request, call) => capture(client, request, call.timeoutMs),
    void: (request, call) => release(client, request, call.timeoutMs),
    refund: (request, call) => refund(client, request, call.timeoutMs),
  };
}

/** Stripe can't move exactly this amount. */
const notWhole = { kind: "refused", reason: "refused_by_psp" } as const;

async function capture(
  client: StripeClient,
  { charge, idempotencyKey, reference, amount, currency, final }: CaptureRequest,
  timeoutMs: number,
): Promise<MovementOutcome> {
  const units = toStripeAmount(amount, currency);
  if (units === undefined) return notWhole;
  const call = timed(charge.account, timeoutMs);
  const path = `/v1/payment_intents/${encodeURIComponent(charge.pspReference)}`;
  const fields = {
    amount_to_capture: units,
    // Stripe's default. Sent for false only: it is an error for cards without multicapture.
    ...(final ? {} : { final_capture: false }),
    metadata: writeCapture({ key: idempotencyKey, reference: reference ?? null, amount: units, final }),
    expand: ["latest_charge"],
  };
  const answer = await client.post(call(), `${path}/capture`, fields, idempotencyKey);
  if (answer.kind === "unknown") return answer;
  if (answer.kind === "ok") return wireIntent.fits(answer.body) ? captured(answer.body) : unexpected;
  // The key may be older than Stripe keeps it, and the capture made.
  const intent = await readIntent(client, call(), charge.pspReference);
  if (!("id" in intent)) return intent;
  if (readCapture(intent.metadata, idempotencyKey)) return captured(intent);
  return refusedCapture(intent, answer.error.code);
}

/** An open session is expired, an authorization canceled: which of them depends on whether the customer has paid. */
async function release(
  client: StripeClient,
  { charge, idempotencyKey, reference }: VoidRequest,
  timeoutMs: number,
): Promise<MovementOutcome> {
  const call = timed(charge.account, timeoutMs);
  const found = await readPayment(client, call(), charge);
  if (found.kind === "unknown") return found;
  if (found.kind === "none") return unknown("Stripe has no session of the attempt");
  const known = releaseOutcome(found.payment);
  if (known === "unknown") return { kind: "refused", reason: "refused_by_psp" };
  if (known) return known;
  return found.payment.session.status === "open"
    ? expire(client, call(), found.payment, idempotencyKey)
    : cancel(client, call, found.payment, {
        key: idempotencyKey,
        reference: reference ?? null,
        amount: null,
        final: false,
      });
}

async function expire(
  client: StripeClient,
  call: StripeCall,
  { session }: StripePayment,
  idempotencyKey: string,
): Promise<MovementOutcome> {
  const path = `/v1/checkout/sessions/${encodeURIComponent(session.id)}/expire`;
  const answer = await client.post(call, path, {}, idempotencyKey);
  if (answer.kind === "unknown") return answer;
  // The customer has paid at the same moment.
  if (answer.kind === "error") return { kind: "refused", reason: "refused_by_psp" };
  if (!wireSession.fits(answer.body) || answer.body.status !== "expired") return unexpected;
  return { kind: "succeeded", pspReference: session.id };
}

/** Writes first who cancels it: a cancelation takes no metadata. */
async function cancel(
  client: StripeClient,
  call: () => StripeCall,
  { intent }: StripePayment,
  written: Written,
): Promise<MovementOutcome> {
  if (!intent) return unexpected;
  const path = `/v1/payment_intents/${encodeURIComponent(intent.id)}`;
  const metadata = writeRelease(written);
  const noted = await client.post(call(), path, { metadata }, `${written.key}-noted`);
  if (noted.kind === "unknown") return noted;
  if (noted.kind === "error") return unknown(`Stripe can't change the PaymentIntent (${noted.error.code})`);
  const answer = await client.post(call(), `${path}/cancel`, { expand: ["latest_charge"] }, written.key);
  if (answer.kind === "unknown") return answer;
  // Its state has changed since it was read, for instance by a capture in the dashboard.
  if (answer.kind === "error") return unknown(`Stripe can't cancel the PaymentIntent (${answer.error.code})`);
  return wireIntent.fits(answer.body) ? { kind: "succeeded", pspReference: intent.id } : unexpected;
}

async function refund(
  client: StripeClient,
  { charge, idempotencyKey, reference, amount, currency }: RefundRequest,
  timeoutMs: number,
): Promise<MovementOutcome> {
  const units = toStripeAmount(amount, currency);
  if (units === undefined) return notWhole;
  const named = reference === undefined ? {} : { [referenceField]: reference };
  const fields = {
    payment_intent: charge.pspReference,
    amount: units,
    metadata: { [movementField]: idempotencyKey, ...named },
  };
  const answer = await client.post(
    { account: charge.account, timeoutMs },
    "/v1/refunds",
    fields,
    idempotencyKey,
  );
  if (answer.kind === "unknown") return answer;
  if (answer.kind === "ok") return wireRefund.fits(answer.body) ? refundOutcome(answer.body) : unexpected;
  const { code, param } = answer.error;
  const isTooMuch = code === "invalid_request_error" && param === "amount";
  return { kind: "refused", reason: isTooMuch ? "amount_too_large" : toMovementRefusal(code) };
}

/** Calls that together take no longer than `timeoutMs`. */
function timed(account: StripeCall["account"], timeoutMs: number): () => StripeCall {
  const endMs = performance.now() + timeoutMs;
  return () => ({ account, timeoutMs: Math.max(1, endMs - performance.now()) });
}
