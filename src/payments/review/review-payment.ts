import type { TenantTransaction } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import { notFound } from "../../kernel/not-found.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import { movementsOnHold } from "../../sessions/movements-on-hold.ts";
import {
  recordNumberedEvent,
  recordSessionEvent,
  transitionSession,
} from "../../sessions/transition-session.ts";
import { type KnownAttempt, transitionAttempt } from "../attempts/transition-attempt.ts";
import { comparePostponed } from "../compare/compare-postponed.ts";
import type { PaymentDeps } from "../deps.ts";
import { recordLateFunds, recordSurplus } from "../late-funds/record-late-funds.ts";
import { areMovementsHeld, type Begun, lockPayment } from "../movements/begin-movement.ts";
import type { Approval, Payment } from "../payment.ts";
import { checkMovementSoon } from "../queries/movements.ts";
import { acceptAmount, getPayment, setPaymentAmounts } from "../queries/payments.ts";
import { type ApiPayment, describePayment } from "../read/describe-payment.ts";
import { mayTryAgain, sessionPaymentStatus, statusOfAttempt } from "../state.ts";

export const reviewDecisions = ["accept", "return"] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

/**
 * Carries out the merchant's decision about a payment under review: accepts the charge that the PSP approved, or returns it. A
 * return is booked like late funds and always refunded or voided, whatever the tenant's setting for late funds is; the job for
 * movements makes the call at its next round. The customer can then pay again while the session is open.
 */
export async function reviewPayment(
  deps: PaymentDeps,
  trx: TenantTransaction,
  { paymentId, decision }: { readonly paymentId: string; readonly decision: ReviewDecision },
): Promise<Result<ApiPayment, Problem>> {
  const locked = await lockPayment(trx, paymentId);
  if (!locked) return failed(notFound);
  const { session, payment, attempts } = locked;
  const attempt = attempts.find(({ status }) => status === "needs_review");
  if (!attempt) return failed(notReviewable(payment));
  // A restored database may have lost a decision that the PSP has already carried out; the comparison restores it.
  if (await areMovementsHeld(deps, trx, [attempt])) return failed(movementsOnHold);
  const evidence = present(attempt.evidence, "the evidence of an attempt that needs a review");
  const known = { attempt, payment, session };
  const impossible = findImpossible({ decision, evidence }, payment);
  if (impossible) return failed(impossible);
  await carryOutDecision(deps, trx, known, { decision, evidence });
  const after = present(await getPayment(trx, payment.id), "the payment");
  return success(await describePayment(trx, after));
}

export type Decision = { readonly decision: ReviewDecision; readonly evidence: Approval };

/** Writes a decision and its effects. A return is recorded as a movement that is due at once. */
export async function carryOutDecision(
  deps: PaymentDeps,
  trx: TenantTransaction,
  known: KnownAttempt,
  { decision, evidence }: Decision,
): Promise<void> {
  const write = decision === "accept" ? acceptEvidence : returnEvidence;
  const begun = await write(deps, trx, known, evidence);
  if (begun) await checkMovementSoon(trx, begun.movement.id);
  await comparePostponed(trx, known.attempt);
}

const notReviewable = ({ status }: Payment): Problem =>
  problem("payment_not_reviewable", `The payment is ${status}; there is nothing to decide.`);

/** Why a decision can't be carried out; undefined if it can. */
export function findImpossible(
  { decision, evidence: { currency, captured, pspReference } }: Decision,
  payment: Payment,
): Problem | undefined {
  const refuse = (detail: string): Problem => problem("review_not_possible", detail, "/decision");
  if (currency !== payment.currency)
    return refuse(
      `The PSP ${captured ? "captured" : "reserved"} ${currency}, not ${payment.currency}, which can be neither accepted nor returned by Kassa. ${captured ? "Refund" : "Void"} the whole charge ${pspReference} at the PSP's dashboard; the review ends once the PSP reports that.`,
    );
  if (decision === "accept" && captured !== (payment.captureMethod === "automatic"))
    return refuse(
      "The PSP captured a charge that should only be authorized, or only authorized one that should be captured. Return it.",
    );
  return undefined;
}

/**
 * Approves the attempt with the amount that the PSP took.
 *
 * @returns the movement that returns a transfer's surplus, recorded but not yet carried out
 */
async function acceptEvidence(
  deps: PaymentDeps,
  trx: TenantTransaction,
  known: KnownAttempt,
  evidence: Approval,
): Promise<Begun | undefined> {
  await acceptAmount(trx, known.payment.id, evidence.amount);
  const moved = await transitionAttempt(deps, trx, known, { next: "approved", outcome: evidence });
  return evidence.surplus === 0 ? undefined : recordSurplus(deps, trx, moved, evidence.surplus);
}

/** @returns the movement that returns the PSP's charge, recorded but not yet carried out */
async function returnEvidence(
  deps: PaymentDeps,
  trx: TenantTransaction,
  { attempt, payment: before, session: sessionBefore }: KnownAttempt,
  evidence: Approval,
): Promise<Begun | undefined> {
  const status = statusOfAttempt("late", mayTryAgain(attempt.number, sessionBefore.status));
  const payment = { ...before, status };
  setPaymentAmounts(trx, payment);
  const session = await transitionSession(trx, sessionBefore.id, {
    status: sessionBefore.status,
    paymentStatus: sessionPaymentStatus(status),
    paymentId: payment.id,
  });
  const begun = await recordLateFunds(deps, trx, { attempt, payment, session }, evidence, false);
  if (status !== "failed") return begun;
  const failedPayment = present(await getPayment(trx, payment.id), "the payment");
  const object = await describePayment(trx, failedPayment);
  await recordNumberedEvent(deps, trx, "payment.failed", session.id, object);
  if (session.status === "complete")
    await recordSessionEvent(deps, trx, "checkout.session.async_payment_failed", session);
  return begun;
}
