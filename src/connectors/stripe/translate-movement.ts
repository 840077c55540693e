import type { FindMovementOutcome, FindMovementRequest, MovementOutcome } from "../contract.ts";
import { toStripeAmount } from "./amounts.ts";
import { toMovementRefusal, toRefundFailure } from "./declines.ts";
import { captureAtStripe } from "./made-at-stripe.ts";
import { movementField, readCapture } from "./metadata.ts";
import { chargeOf, type StripePayment, unknown } from "./translate-charge.ts";
import type { WireIntent, WireRefund } from "./wire.ts";

type Certain = Exclude<MovementOutcome, { kind: "unknown" }>;

/** A refund's own state. It can fail days after it has succeeded. */
export function refundOutcome(refund: WireRefund): Certain {
  switch (refund.status) {
    case "succeeded":
      return { kind: "succeeded", pspReference: refund.id };
    case "failed":
    case "canceled":
      return { kind: "refused", reason: toRefundFailure(refund.failure_reason) };
    default:
      return { kind: "pending", pspReference: refund.id };
  }
}

/** The refund that has a movement's key, or that is the movement itself because it was made in Stripe's dashboard. */
export function findRefund(
  refunds: readonly WireRefund[],
  request: FindMovementRequest,
): FindMovementOutcome {
  const { charge, idempotencyKey, amount } = request;
  const refund = refunds.find(
    ({ id, metadata }) => id === idempotencyKey || metadata?.[movementField] === idempotencyKey,
  );
  if (!refund) return { kind: "not_found" };
  const outcome = refundOutcome(refund);
  const expected = amount === null ? undefined : toStripeAmount(amount, charge.currency);
  if (refund.amount !== expected && outcome.kind !== "refused") return { kind: "key_reused" };
  return { kind: "found", outcome };
}

/** The capture whose request wrote its key into the PaymentIntent. */
export function findCapture(intent: WireIntent, request: FindMovementRequest): FindMovementOutcome {
  const { charge, idempotencyKey, amount, final } = request;
  const written = readCapture(intent.metadata, idempotencyKey);
  if (!written) return findCaptureAtStripe(intent, request);
  const units = amount === null ? null : toStripeAmount(amount, charge.currency);
  if (written.amount !== units || (final ?? written.final) !== written.final) return { kind: "key_reused" };
  return { kind: "found", outcome: captured(intent) };
}

/** A capture in the dashboard, by the key that `listCharges` gave it. */
function findCaptureAtStripe(
  intent: WireIntent,
  { idempotencyKey, amount, charge }: FindMovementRequest,
): FindMovementOutcome {
  const made = captureAtStripe(intent);
  if (!made || made.key !== idempotencyKey) return { kind: "not_found" };
  if (amount === null || made.amount !== toStripeAmount(amount, charge.currency))
    return { kind: "key_reused" };
  return { kind: "found", outcome: captured(intent) };
}

export const captured = (intent: WireIntent): Certain => ({
  kind: "succeeded",
  pspReference: chargeOf(intent)?.id ?? intent.id,
});

/**
 * What became of the release of a charge. Stripe has no object for it, so it is read from the charge's state, and a release by
 * somebody else counts as this one.
 *
 * @returns undefined if the charge can still be paid, or captured
 */
export function releaseOutcome({ session, intent }: StripePayment): Certain | "unknown" | undefined {
  if (session.status === "open") return undefined;
  if (session.status === "expired") return { kind: "succeeded", pspReference: intent?.id ?? session.id };
  if (!intent) return "unknown";
  switch (intent.status) {
    case "requires_capture":
      return undefined;
    case "canceled":
      return intent.cancellation_reason === "automatic"
        ? { kind: "refused", reason: "authorization_lapsed" }
        : { kind: "succeeded", pspReference: intent.id };
    case "succeeded":
      return {
        kind: "refused",
        reason: intent.amount_received < intent.amount ? "already_voided" : "already_captured",
      };
    case "requires_payment_method":
      return { kind: "refused", reason: "already_voided" };
    case "processing":
    case "requires_action":
    case "requires_confirmation":
      return "unknown";
  }
}

export function findRelease(payment: StripePayment): FindMovementOutcome {
  const outcome = releaseOutcome(payment);
  if (outcome === "unknown") return unknown("the payment is being processed");
  return outcome ? { kind: "found", outcome } : { kind: "not_found" };
}

/** The outcome of a capture that Stripe refused because of the PaymentIntent's state. */
export function refusedCapture(intent: WireIntent, code: string): MovementOutcome {
  if (code !== "payment_intent_unexpected_state") return { kind: "refused", reason: toMovementRefusal(code) };
  switch (intent.status) {
    case "canceled":
      return {
        kind: "refused",
        reason: intent.cancellation_reason === "automatic" ? "authorization_lapsed" : "already_voided",
      };
    case "succeeded":
      return { kind: "refused", reason: "already_captured" };
    default:
      return unknown(`Stripe can't capture a PaymentIntent that is ${intent.status}`);
  }
}
