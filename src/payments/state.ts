import type { AuthorizeOutcome } from "../connectors/contract.ts";
import { unreachable } from "../kernel/assert.ts";
import type { SessionPaymentStatus, SessionStatus } from "../sessions/session.ts";

/**
 * The state table of payments, pure: the next status of an attempt for each outcome from the PSP, and what follows for its
 * payment and session. Property tests cover all of it; the diagram in docs/reference/payment-processing.md is drawn from it.
 */
export const attemptStatuses = [
  "started",
  "unknown",
  "action_required",
  "pending",
  "needs_review",
  "approved",
  "declined",
  "late",
  "failed",
] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];

export const paymentStatuses = [
  "requires_payment_method",
  "processing",
  "requires_action",
  "needs_review",
  "authorized",
  "captured",
  "voided",
  "failed",
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const outcomeKinds = [
  "approved",
  "declined",
  "failed",
  "action_required",
  "pending",
  "unknown",
] as const satisfies readonly AuthorizeOutcome["kind"][];
export type OutcomeKind = AuthorizeOutcome["kind"];

/** The result of an outcome: a new status, or no change. */
export type Step = AttemptStatus | "no_change";

/**
 * Rows: the attempt's status. Columns: the PSP's outcome. A status never goes back, and `unknown` changes only `started`. Declined is
 * final, unless the PSP took the money after all: then the attempt is `late`. An approved attempt fails if the PSP takes its
 * approval back after it has captured, and is approved again if the money comes after all, as often as the PSP changes its decision. If
 * Kassa learns of such a failure before the approval, the attempt took no money: it is declined.
 */
const steps: Readonly<Record<AttemptStatus, Readonly<Record<OutcomeKind, Step>>>> = {
  started: {
    approved: "approved",
    declined: "declined",
    failed: "declined",
    action_required: "action_required",
    pending: "pending",
    unknown: "unknown",
  },
  unknown: {
    approved: "approved",
    declined: "declined",
    failed: "declined",
    action_required: "action_required",
    pending: "pending",
    unknown: "no_change",
  },
  action_required: {
    approved: "approved",
    declined: "declined",
    failed: "declined",
    action_required: "no_change",
    pending: "pending",
    unknown: "no_change",
  },
  pending: {
    approved: "approved",
    declined: "declined",
    failed: "declined",
    action_required: "no_change",
    pending: "no_change",
    unknown: "no_change",
  },
  // Approved differently than requested: the merchant decides, unless the PSP reports another outcome first.
  needs_review: {
    approved: "approved",
    declined: "declined",
    failed: "declined",
    action_required: "no_change",
    pending: "no_change",
    unknown: "no_change",
  },
  approved: {
    approved: "no_change",
    declined: "no_change",
    failed: "failed",
    action_required: "no_change",
    pending: "no_change",
    unknown: "no_change",
  },
  declined: {
    approved: "late",
    declined: "no_change",
    failed: "no_change",
    action_required: "no_change",
    pending: "no_change",
    unknown: "no_change",
  },
  late: {
    approved: "no_change",
    declined: "no_change",
    failed: "no_change",
    action_required: "no_change",
    pending: "no_change",
    unknown: "no_change",
  },
  failed: {
    approved: "approved",
    declined: "no_change",
    failed: "no_change",
    action_required: "no_change",
    pending: "no_change",
    unknown: "no_change",
  },
};

/** An attempt's next status after an outcome. */
export function step(from: AttemptStatus, outcome: OutcomeKind): Step {
  return steps[from][outcome];
}

/** Whether an attempt can still take money in time. No other attempt may begin meanwhile. */
export function isLive(status: AttemptStatus): boolean {
  return !["approved", "declined", "late", "failed"].includes(status);
}

/** Whether the PSP may still change its decision about the attempt, after it has captured with the approval. */
export function isChangeable(status: AttemptStatus): status is "approved" | "failed" {
  return status === "approved" || status === "failed";
}

/** Whether no outcome from the PSP can change the status any more. */
export function isFinal(status: AttemptStatus): boolean {
  return outcomeKinds.every((outcome) => step(status, outcome) === "no_change");
}

/** The amounts that decide an approved payment's status. Minor units. */
export type StatusAmounts = {
  readonly amountAuthorized: number;
  readonly amountCaptured: number;
  readonly amountCapturePending: number;
  readonly amountReleased: number;
};

/** How much can still be captured; excludes pending captures. */
export function amountCapturable(amounts: StatusAmounts): number {
  return Math.max(0, amountOpen(amounts) - amounts.amountCapturePending);
}

/** The part of the authorization that is neither captured nor released. Negative if captures exceed it. */
function amountOpen({ amountAuthorized, amountCaptured, amountReleased }: StatusAmounts): number {
  return amountAuthorized - amountCaptured - amountReleased;
}

/** A payment's status by its amounts; undefined before an attempt is approved. Refunds don't change it. */
export function statusOfAmounts(amounts: StatusAmounts): "authorized" | "captured" | "voided" | undefined {
  if (amounts.amountAuthorized === 0) return undefined;
  if (amountOpen(amounts) > 0) return "authorized";
  return amounts.amountCaptured > 0 ? "captured" : "voided";
}

/**
 * A payment's status while no attempt is approved, by its newest attempt.
 *
 * @param mayFollow whether another attempt may follow that one
 */
export function statusOfAttempt(
  attempt: Exclude<AttemptStatus, "approved">,
  mayFollow: boolean,
): PaymentStatus {
  switch (attempt) {
    case "started":
    case "unknown":
    case "pending":
      return "processing";
    case "action_required":
      return "requires_action";
    case "needs_review":
      return "needs_review";
    case "declined":
    case "late":
      return mayFollow ? "requires_payment_method" : "failed";
    case "failed":
      return "failed";
    default:
      return unreachable(attempt);
  }
}

/** How many attempts one session may have: more would be card testing. */
export const attemptsPerSession = 10;

/** Whether another attempt may follow the one with this number, once that is declined. */
export function mayTryAgain(attemptNumber: number, session: SessionStatus): boolean {
  return session === "open" && attemptNumber < attemptsPerSession;
}

/** The session's status after an attempt's new status. `before`: the session's status until then. */
export function sessionStatus(attempt: AttemptStatus, before: SessionStatus): SessionStatus {
  // Pending: the customer has finished, and the money arrives later.
  return attempt === "approved" || attempt === "pending" ? "complete" : before;
}

/** The session's payment status. */
export function sessionPaymentStatus(payment: PaymentStatus): SessionPaymentStatus {
  switch (payment) {
    case "processing":
    case "requires_action":
    case "needs_review":
      return "processing";
    case "authorized":
      return "authorized";
    case "captured":
      return "paid";
    case "requires_payment_method":
    case "voided":
    case "failed":
      return "unpaid";
    default:
      return unreachable(payment);
  }
}
