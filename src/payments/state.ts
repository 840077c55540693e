import type { AuthorizeOutcome } from "../connectors/contract.ts";
import { unreachable } from "../kernel/assert.ts";
import type { SessionPaymentStatus, SessionStatus } from "../sessions/session.ts";

/**
 * The state table of paying, without any input or output: what an attempt becomes when the PSP says something, and what
 * that makes of its payment and session. Property tests run over all of it; the diagram in docs/payments.md is drawn
 * from it.
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
  "action_required",
  "pending",
  "unknown",
] as const satisfies readonly AuthorizeOutcome["kind"][];
export type OutcomeKind = AuthorizeOutcome["kind"];

/** What follows from an outcome: a new status, or nothing new. */
export type Step = AttemptStatus | "no_change";

/**
 * Rows: where the attempt is. Columns: what the PSP says. A state never goes back; what isn't known leaves everything as
 * it is. Approved is final; so is declined, unless the PSP took the money all the same: nobody waits for that any more,
 * and it is `late`.
 */
const steps: Readonly<Record<AttemptStatus, Readonly<Record<OutcomeKind, Step>>>> = {
  started: {
    approved: "approved",
    declined: "declined",
    action_required: "action_required",
    pending: "pending",
    unknown: "unknown",
  },
  unknown: {
    approved: "approved",
    declined: "declined",
    action_required: "action_required",
    pending: "pending",
    unknown: "no_change",
  },
  action_required: {
    approved: "approved",
    declined: "declined",
    action_required: "no_change",
    pending: "pending",
    unknown: "no_change",
  },
  pending: {
    approved: "approved",
    declined: "declined",
    action_required: "no_change",
    pending: "no_change",
    unknown: "no_change",
  },
  // Approved, but not what was asked for: the merchant decides, unless the PSP says otherwise before.
  needs_review: {
    approved: "approved",
    declined: "declined",
    action_required: "no_change",
    pending: "no_change",
    unknown: "no_change",
  },
  approved: {
    approved: "no_change",
    declined: "no_change",
    action_required: "no_change",
    pending: "no_change",
    unknown: "no_change",
  },
  declined: {
    approved: "late",
    declined: "no_change",
    action_required: "no_change",
    pending: "no_change",
    unknown: "no_change",
  },
  late: {
    approved: "no_change",
    declined: "no_change",
    action_required: "no_change",
    pending: "no_change",
    unknown: "no_change",
  },
};

/** What an outcome makes of an attempt. */
export function step(from: AttemptStatus, outcome: OutcomeKind): Step {
  return steps[from][outcome];
}

/** Whether an attempt can still bring money, so that no other may begin. */
export function isLive(status: AttemptStatus): boolean {
  return status !== "approved" && status !== "declined" && status !== "late";
}

/** Whether nothing that a PSP says can change it any more. */
export function isFinal(status: AttemptStatus): boolean {
  return outcomeKinds.every((outcome) => step(status, outcome) === "no_change");
}

/** The amounts that decide what an approved payment is. Minor units. */
export type StatusAmounts = {
  readonly amountAuthorized: number;
  readonly amountCaptured: number;
  readonly amountCapturePending: number;
  readonly amountReleased: number;
};

/** What a capture could still take: less what is on its way. */
export function amountCapturable(amounts: StatusAmounts): number {
  return amountOpen(amounts) - amounts.amountCapturePending;
}

/** What of the authorization has been neither captured nor given back. */
function amountOpen({ amountAuthorized, amountCaptured, amountReleased }: StatusAmounts): number {
  return amountAuthorized - amountCaptured - amountReleased;
}

/** What the amounts make of a payment once an attempt was approved; undefined before. Refunds have no part in it. */
export function statusOfAmounts(amounts: StatusAmounts): "authorized" | "captured" | "voided" | undefined {
  if (amounts.amountAuthorized === 0) return undefined;
  if (amountOpen(amounts) > 0) return "authorized";
  return amounts.amountCaptured > 0 ? "captured" : "voided";
}

/**
 * What a payment is while nothing of it is approved, by its newest attempt. `mayFollow`: whether another attempt may
 * follow it.
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
    default:
      return unreachable(attempt);
  }
}

/** How many times a consumer may try on one session: more is card testing. */
export const attemptsPerSession = 10;

/** Whether another attempt may follow the one of this number, once that is declined. */
export function mayTryAgain(attemptNumber: number, session: SessionStatus): boolean {
  return session === "open" && attemptNumber < attemptsPerSession;
}

/** Where the session stands when an attempt has come to this. `before`: where it stood. */
export function sessionStatus(attempt: AttemptStatus, before: SessionStatus): SessionStatus {
  // Pending: the consumer has done their part, the money follows.
  return attempt === "approved" || attempt === "pending" ? "complete" : before;
}

/** What the session says of its payment. */
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
