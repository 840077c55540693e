import { unreachable } from "../../kernel/assert.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import { mergeMetadata } from "../../sessions/metadata.ts";
import { approvedAttempt, type LockedPayment, type Payment } from "../payment.ts";
import type { RefundReason } from "../refunds/refund.ts";
import { amountCapturable } from "../state.ts";
import type { PspLimits } from "./find-psp-limits.ts";
import type { MovementPlan } from "./movement.ts";

/** `amount` in minor units; default: all that is left. `final`: release what is left after this capture. */
export type CaptureInput = { readonly amount?: number; readonly final?: boolean };

/** `amount` in minor units; default: all that is left. */
export type RefundInput = {
  readonly amount?: number;
  readonly reason?: RefundReason | null;
  readonly metadata?: Readonly<Record<string, string>> | null;
};

/** A request to move money of a payment. A void is `lapsed` when Kassa makes it because the capture deadline has passed. */
export type MovementRequest =
  | ({ readonly kind: "capture" } & CaptureInput)
  | { readonly kind: "void"; readonly reason: "requested" | "lapsed" }
  | ({ readonly kind: "refund" } & RefundInput);

/** The payment as it is under its session's lock. */
export type PlanBasis = Pick<LockedPayment, "payment" | "attempts"> & {
  /** Whether a capture or void has no outcome yet. Not read for refunds, which don't depend on it. */
  readonly releaseInProgress: boolean;
  /** By the payment's clock. */
  readonly now: Date;
  /** What the PSP of the approved attempt can do; undefined if there is none, or its connector isn't known any more. */
  readonly psp: PspLimits | undefined;
};

/** Decides which movement a request makes, or why it makes none. */
export function planMovement(request: MovementRequest, basis: PlanBasis): Result<MovementPlan, Problem> {
  switch (request.kind) {
    case "capture":
      return planCapture(request, basis);
    case "void":
      return planVoid(request.reason, basis);
    case "refund":
      return planRefund(request, basis);
    default:
      return unreachable(request);
  }
}

function planCapture(
  input: CaptureInput,
  { payment, attempts, releaseInProgress, psp }: PlanBasis,
): Result<MovementPlan, Problem> {
  const attempt = approvedAttempt(attempts);
  if (payment.status !== "authorized" || !attempt) {
    const detail = `The payment is ${payment.status}; only an authorized one can be captured.`;
    return failed(problem("payment_not_capturable", detail));
  }
  if (releaseInProgress) return failed(inProgress);
  const left = amountCapturable(payment);
  const amount = input.amount ?? left;
  if (amount > left) {
    const detail = `${amount} is more than the ${left} that can still be captured, in minor units of ${payment.currency}.`;
    return failed(problem("capture_exceeds_authorized", detail, "/amount"));
  }
  const final = input.final === true || amount === left;
  if (!final && psp?.capabilities.capture === "once") {
    const detail = `${psp.title} captures this payment once and releases the rest. Send "final": true, or capture all of the ${left}.`;
    return failed(problem("capture_must_be_final", detail, "/final"));
  }
  return success({ ...own, kind: "capture", attemptId: attempt.id, amount, final });
}

/** Plans to release all that is left of the authorization. */
function planVoid(
  reason: "requested" | "lapsed",
  { payment, attempts, releaseInProgress, now }: PlanBasis,
): Result<MovementPlan, Problem> {
  const attempt = approvedAttempt(attempts);
  if (reason === "lapsed" && (payment.captureBefore === null || payment.captureBefore > now))
    return failed(problem("payment_not_voidable", "The authorization can still be captured."));
  if (payment.status !== "authorized" || !attempt) {
    const detail = `The payment is ${payment.status}; there is no authorization to release.`;
    return failed(problem("payment_not_voidable", detail));
  }
  if (releaseInProgress) return failed(inProgress);
  return success({ ...own, kind: "void", attemptId: attempt.id, amount: amountCapturable(payment), reason });
}

function planRefund(
  input: RefundInput,
  { payment, attempts, psp, now }: PlanBasis,
): Result<MovementPlan, Problem> {
  const attempt = approvedAttempt(attempts);
  if (payment.amountCaptured === 0 || !attempt)
    return failed(problem("payment_not_refundable", "Nothing of the payment has been captured."));
  const days = psp?.capabilities.refundDays ?? null;
  if (psp && days !== null && now.getTime() > attempt.startedAt.getTime() + days * dayMs) {
    const detail = `${psp.title} takes refunds for ${days} days after a payment. Send the money back to the customer in another way.`;
    return failed(problem("refund_too_late", detail));
  }
  const left = refundable(payment);
  const amount = input.amount ?? Math.max(left, 1);
  if (isHeldByDisputes(payment, amount)) {
    const detail = `The customer's bank holds ${payment.amountDisputed} of the payment back already.`;
    return failed(problem("payment_disputed", detail));
  }
  if (amount > left) {
    const detail = `${left} of the payment can still be refunded, in minor units of ${payment.currency}.`;
    return failed(problem("refund_exceeds_captured", detail, "/amount"));
  }
  const metadata =
    input.metadata === undefined
      ? success(payment.metadata)
      : mergeMetadata(payment.metadata, input.metadata);
  if (!metadata.ok) return metadata;
  const { reason = null } = input;
  return success({ ...own, kind: "refund", attemptId: attempt.id, amount, reason, metadata: metadata.value });
}

const dayMs = 24 * 60 * 60_000;

/** A movement of the payment's own money. */
const own = { final: false, late: false, reason: null, metadata: null } as const;

const inProgress = problem(
  "movement_in_progress",
  "A capture or void of this payment is in progress; its outcome isn't known yet.",
);

type RefundableAmounts = Pick<
  Payment,
  "amountCaptured" | "amountRefunded" | "amountRefundPending" | "amountDisputed"
>;

/**
 * How much of a payment can still be refunded, in minor units: the captured amount less completed and pending refunds, and less
 * the amount that banks hold in chargebacks, because the customer has or may get that already. Never negative: a bank can take
 * back money that was refunded before.
 */
export function refundable(payment: RefundableAmounts): number {
  return Math.max(0, leftAfterRefunds(payment) - payment.amountDisputed);
}

/** Whether only chargebacks prevent a refund of this amount; the request then fails with `payment_disputed`. */
export function isHeldByDisputes(payment: RefundableAmounts, amount: number): boolean {
  return amount > refundable(payment) && amount <= leftAfterRefunds(payment);
}

function leftAfterRefunds(payment: RefundableAmounts): number {
  return payment.amountCaptured - payment.amountRefunded - payment.amountRefundPending;
}
