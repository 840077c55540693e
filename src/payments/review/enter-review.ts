import type { TenantTransaction } from "../../database/transaction.ts";
import { recordNumberedEvent, transitionSession } from "../../sessions/transition-session.ts";
import { approvalMove } from "../attempts/approval-move.ts";
import { nextCheckMs } from "../attempts/check-schedule.ts";
import type { KnownAttempt } from "../attempts/transition-attempt.ts";
import type { PaymentDeps } from "../deps.ts";
import type { Approval } from "../payment.ts";
import { moveAttempt, setEvidence } from "../queries/attempts.ts";
import { setPaymentAmounts } from "../queries/payments.ts";
import { describePayment } from "../read/describe-payment.ts";
import { sessionPaymentStatus } from "../state.ts";

/**
 * Puts a payment under review: the merchant decides whether to accept the charge that the PSP approved instead of the requested
 * one.
 */
export async function enterReview(
  deps: PaymentDeps,
  trx: TenantTransaction,
  { attempt, payment: before, session }: KnownAttempt,
  outcome: Approval,
): Promise<void> {
  setEvidence(trx, attempt.id, outcome);
  moveAttempt(trx, attempt.id, {
    ...approvalMove(outcome),
    status: "needs_review",
    amountReceived: null,
    checkAfterMs: nextCheckMs("needs_review", 0),
  });
  const payment = { ...before, status: "needs_review" } as const;
  setPaymentAmounts(trx, payment);
  const paymentStatus = sessionPaymentStatus(payment.status);
  await transitionSession(trx, session.id, { status: session.status, paymentStatus, paymentId: payment.id });
  const object = await describePayment(trx, payment);
  await recordNumberedEvent(deps, trx, "payment.needs_review", session.id, object);
}
