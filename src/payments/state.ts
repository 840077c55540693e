import type { AuthorizeOutcome } from "../connectors/contract.ts";
import type { CaptureMethod, SessionPaymentStatus, SessionStatus } from "../sessions/session.ts";

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
  "approved",
  "declined",
] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];

export type PaymentStatus =
  | "requires_payment_method"
  | "processing"
  | "requires_action"
  | "authorized"
  | "captured"
  | "voided"
  | "failed";

export const outcomeKinds = [
  "approved",
  "declined",
  "action_required",
  "pending",
  "unknown",
] as const satisfies readonly AuthorizeOutcome["kind"][];
export type OutcomeKind = AuthorizeOutcome["kind"];

/** What follows from an outcome: a new status, nothing new, or money that nobody waits for any more. */
export type Step = AttemptStatus | "no_change" | "late_approval";

/**
 * Rows: where the attempt is. Columns: what the PSP says. Approved and declined are final; a state never goes back; what
 * isn't known leaves everything as it is, and an answer that comes late changes nothing.
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
  approved: {
    approved: "no_change",
    declined: "no_change",
    action_required: "no_change",
    pending: "no_change",
    unknown: "no_change",
  },
  declined: {
    approved: "late_approval",
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
  return status !== "approved" && status !== "declined";
}

/** What the payment is while its newest attempt is in this state. `session` is where the session stands then. */
export function paymentStatus(
  attempt: AttemptStatus,
  capture: CaptureMethod,
  session: SessionStatus,
): PaymentStatus {
  switch (attempt) {
    case "started":
    case "unknown":
    case "pending":
      return "processing";
    case "action_required":
      return "requires_action";
    case "approved":
      return capture === "automatic" ? "captured" : "authorized";
    case "declined":
      // Once the session is over there can be no other attempt.
      return session === "open" ? "requires_payment_method" : "failed";
  }
}

/** What the session is while its payment's newest attempt is in this state. `before` is where the session stands. */
export function sessionState(
  attempt: AttemptStatus,
  capture: CaptureMethod,
  before: SessionStatus,
): { status: SessionStatus; paymentStatus: SessionPaymentStatus } {
  switch (attempt) {
    case "started":
    case "unknown":
    case "action_required":
      return { status: before, paymentStatus: "processing" };
    case "pending":
      // The consumer has done their part; the money follows.
      return { status: "complete", paymentStatus: "processing" };
    case "approved":
      return { status: "complete", paymentStatus: capture === "automatic" ? "paid" : "authorized" };
    case "declined":
      return { status: before, paymentStatus: "unpaid" };
  }
}
