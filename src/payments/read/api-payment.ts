import { type CaptureOrVoid, toApiCapture, toApiVoid } from "../capture.ts";
import { type Dispute, toApiDispute } from "../dispute.ts";
import { type Attempt, approvedAttempt, type Payment } from "../payment.ts";
import { type Refund, toApiRefund } from "../refunds/refund.ts";
import { amountCapturable } from "../state.ts";

/** The objects inside a payment. */
export type PaymentParts = {
  /** Oldest first. */
  readonly attempts: readonly Attempt[];
  /** Newest first. */
  readonly capturesAndVoids: readonly CaptureOrVoid[];
  /** Newest first. */
  readonly refunds: readonly Refund[];
  /** Newest first. */
  readonly disputes: readonly Dispute[];
};

/**
 * How many captures and voids a payment shows, and how many refunds. `GET /api/refunds?payment=…` lists all refunds, the ledger
 * all captures.
 */
export const movementsShown = 10;

/** A payment as the API and its events show it. */
export function toApiPayment(payment: Payment, parts: PaymentParts) {
  return {
    object: "payment",
    id: payment.id,
    mode: payment.mode,
    session: payment.sessionId,
    status: payment.status,
    amount: payment.amount,
    currency: payment.currency,
    captureMethod: payment.captureMethod,
    method: parts.attempts.at(-1)?.method ?? null,
    amountAuthorized: payment.amountAuthorized,
    amountCapturable: amountCapturable(payment),
    amountCaptured: payment.amountCaptured,
    amountCapturePending: payment.amountCapturePending,
    amountRefunded: payment.amountRefunded,
    amountRefundPending: payment.amountRefundPending,
    amountDisputed: payment.amountDisputed,
    amountReceived: (approvedAttempt(parts.attempts) ?? parts.attempts.at(-1))?.amountReceived ?? null,
    amountLate: payment.amountLate,
    customerEmail: payment.customerEmail,
    clientReferenceId: payment.clientReferenceId,
    metadata: payment.metadata,
    tags: payment.tags ?? [],
    captureBefore: payment.captureBefore?.toISOString() ?? null,
    attempts: parts.attempts.map(toApiAttempt),
    captures: parts.capturesAndVoids.filter(({ kind }) => kind === "capture").map(toApiCapture),
    voids: parts.capturesAndVoids.filter(({ kind }) => kind !== "capture").map(toApiVoid),
    refunds: parts.refunds.slice(0, movementsShown).map((refund) => toApiRefund(refund, payment)),
    disputes: parts.disputes.map(toApiDispute),
    clock: payment.clockId,
    createdAt: payment.createdAt.toISOString(),
  };
}

function toApiAttempt(attempt: Attempt) {
  return {
    object: "attempt",
    id: attempt.id,
    mode: attempt.mode,
    status: attempt.status,
    connector: attempt.connector,
    connectorAccount: attempt.connectorAccount,
    passedOver: attempt.passedOver,
    method: attempt.method,
    card:
      attempt.cardBrand === null
        ? null
        : { brand: attempt.cardBrand, last4: attempt.cardLast4, checks: attempt.cardChecks },
    bankAccount: attempt.accountLast4 === null ? null : { last4: attempt.accountLast4 },
    transferInstructions: attempt.transferInstructions,
    amountReceived: attempt.amountReceived,
    declineReason: attempt.declineReason,
    pspReference: attempt.pspReference,
    createdAt: attempt.startedAt.toISOString(),
    decidedAt: attempt.decidedAt?.toISOString() ?? null,
  };
}
