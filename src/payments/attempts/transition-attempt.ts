import type { AuthorizeOutcome } from "../../connectors/contract.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { EventType } from "../../events/event-types.ts";
import { assert } from "../../kernel/assert.ts";
import { countCompletedSession } from "../../payment-links/count-completed.ts";
import type { Session, SessionStatus } from "../../sessions/session.ts";
import {
  recordNumberedEvent,
  recordSessionEvent,
  transitionSession,
} from "../../sessions/transition-session.ts";
import { countDecline } from "../declines/decline-limits.ts";
import type { PaymentDeps } from "../deps.ts";
import { recheckReports } from "../dispute-reports/report-dispute.ts";
import { book, type Source } from "../movements/commit-effects.ts";
import { withExcess } from "../movements/state.ts";
import type { Approval, Attempt, Payment } from "../payment.ts";
import { type AttemptMove, moveAttempt } from "../queries/attempts.ts";
import { setPaymentAmounts } from "../queries/payments.ts";
import { describePayment } from "../read/describe-payment.ts";
import {
  type AttemptStatus,
  isChangeable,
  mayTryAgain,
  sessionPaymentStatus,
  sessionStatus,
  statusOfAmounts,
  statusOfAttempt,
} from "../state.ts";
import { nextCheckMs } from "./check-schedule.ts";

/** An attempt with its payment and its session, read under the session's lock. */
export type KnownAttempt = {
  readonly attempt: Attempt;
  readonly payment: Payment;
  readonly session: Session;
};

type Transition = { readonly next: AttemptStatus; readonly outcome: AuthorizeOutcome };

/** Writes an attempt's new status and what follows from it: payment, ledger, session and events. */
export async function transitionAttempt(
  deps: PaymentDeps,
  trx: TenantTransaction,
  known: KnownAttempt,
  to: Transition,
): Promise<KnownAttempt> {
  const { attempt, session } = known;
  const after = planTransition(known, to);
  const { payment, paymentEvent, sessionEvent } = after;
  if (after.countsAsDecline) await countDecline(trx, attempt.id);
  moveAttempt(trx, attempt.id, after.attempt);
  setPaymentAmounts(trx, payment);
  if (to.next === "approved") await bookApproval(trx, attempt, payment);
  if (to.next === "failed") await bookFailure(trx, attempt, payment);
  const mayFitNow = attempt.status === "needs_review" || attempt.status === "failed";
  if (to.next === "approved" && mayFitNow) await recheckReports(trx, attempt.id);
  const [moved, described] = await Promise.all([
    transitionSession(trx, session.id, {
      status: after.sessionStatus,
      paymentStatus: sessionPaymentStatus(payment.status),
      paymentId: payment.id,
      events: [paymentEvent, sessionEvent].filter((event) => event !== undefined).length,
    }),
    paymentEvent && describePayment(trx, payment),
  ]);
  await Promise.all([
    paymentEvent && described && recordNumberedEvent(deps, trx, paymentEvent, session.id, described),
    sessionEvent && recordSessionEvent(deps, trx, sessionEvent, moved),
  ]);
  if (session.status === "open" && moved.status === "complete") countCompletedSession(trx, moved);
  return { attempt, payment, session: moved };
}

/** Decides all that follows from an attempt's new status. */
function planTransition(known: KnownAttempt, to: Transition) {
  const { attempt, session } = known;
  const { next, outcome } = to;
  const status = sessionStatus(next, session.status);
  const payment = paymentAfter(known.payment, to, mayTryAgain(attempt.number, status));
  return {
    attempt: attemptAfter(attempt, to),
    payment,
    sessionStatus: status,
    paymentEvent: paymentEventOf(to, payment),
    sessionEvent: isChangeable(attempt.status) ? undefined : sessionEventOf(next, session.status, status),
    countsAsDecline: countsAsDecline(attempt, outcome),
  };
}

/** An attempt that was abandoned, or whose hosted page was never shown, says nothing about the card. */
function countsAsDecline({ hosted, hostedReference }: Attempt, outcome: AuthorizeOutcome): boolean {
  if (outcome.kind !== "declined" || outcome.reason === "abandoned") return false;
  return !hosted || hostedReference !== null;
}

function attemptAfter(attempt: Attempt, { next, outcome }: Transition): AttemptMove {
  return {
    status: next,
    pspReference: "pspReference" in outcome ? outcome.pspReference : null,
    ...actionOf(outcome),
    declineReason: outcome.kind === "declined" || outcome.kind === "failed" ? outcome.reason : null,
    paidWith: "paidWith" in outcome ? (outcome.paidWith ?? null) : null,
    cardChecks: outcome.kind === "approved" ? outcome.card : null,
    transferInstructions: outcome.kind === "pending" ? outcome.instructions : null,
    amountReceived: amountReceivedOf(attempt, outcome),
    checkAfterMs: nextCheckMs(next, 0),
  };
}

function actionOf(
  outcome: AuthorizeOutcome,
): Pick<AttemptMove, "hostedReference" | "redirectUrl" | "actionExpiresAt"> {
  if (outcome.kind !== "action_required")
    return { hostedReference: null, redirectUrl: null, actionExpiresAt: null };
  const { hostedReference, redirectUrl, expiresAt: actionExpiresAt } = outcome;
  return { hostedReference, redirectUrl, actionExpiresAt };
}

/** How much of a transfer has arrived, in minor units; null when nothing has, and for every other method. */
function amountReceivedOf({ method }: Attempt, outcome: AuthorizeOutcome): number | null {
  if (method !== "bank_transfer") return null;
  if (outcome.kind === "approved") return outcome.amount + outcome.surplus;
  return outcome.kind === "pending" && outcome.amountReceived > 0 ? outcome.amountReceived : null;
}

function paymentAfter(payment: Payment, { next, outcome }: Transition, mayFollow: boolean): Payment {
  if (outcome.kind === "approved") return approvedPayment(payment, outcome);
  assert(next !== "approved", "only an approval approves");
  const status = statusOfAttempt(next, mayFollow);
  return next === "failed" ? { ...payment, ...amountsAfterFailure(payment), status } : { ...payment, status };
}

/** Money that was refunded, or taken back by a bank, and then failed: the merchant owes it. */
const amountsAfterFailure = (payment: Payment) =>
  withExcess(payment, { amountAuthorized: 0, amountCaptured: 0 });

function approvedPayment(payment: Payment, { amount, captured, captureBefore }: Approval): Payment {
  const authorizedUntil = captured || captureBefore === null ? null : new Date(captureBefore);
  const after = {
    ...payment,
    ...withExcess(payment, { amountAuthorized: amount, amountCaptured: captured ? amount : 0 }),
    captureBefore: authorizedUntil,
    authorizedUntil,
  };
  return { ...after, status: statusOfAmounts(after) ?? payment.status };
}

/** The payment's event for an attempt's new status; `payment` is as it is afterwards. */
function paymentEventOf({ next, outcome }: Transition, payment: Payment): EventType | undefined {
  if (next === "declined") return payment.status === "failed" ? "payment.failed" : "payment.attempt_failed";
  if (outcome.kind === "pending" && outcome.amountReceived > 0) return "payment.partially_funded";
  if (next === "failed") return "payment.capture_failed";
  if (next !== "approved") return undefined;
  return payment.status === "captured" ? "payment.captured" : "payment.authorized";
}

/** The session's event for an attempt's new status. */
function sessionEventOf(
  next: AttemptStatus,
  before: SessionStatus,
  after: SessionStatus,
): EventType | undefined {
  if (before === "open") return after === "complete" ? "checkout.session.completed" : undefined;
  if (next === "approved") return "checkout.session.async_payment_succeeded";
  return next === "declined" ? "checkout.session.async_payment_failed" : undefined;
}

async function bookApproval(trx: TenantTransaction, attempt: Attempt, payment: Payment): Promise<void> {
  const name = payment.status === "captured" ? "captured_at_once" : "authorized";
  await book(trx, sourceOf(attempt, payment), [{ post: name, amount: payment.amountAuthorized }]);
}

async function bookFailure(trx: TenantTransaction, attempt: Attempt, payment: Payment): Promise<void> {
  await book(trx, sourceOf(attempt, payment), [{ reverse: "capture_failed" }]);
}

/** The source of the postings of a step; `attempt` is as it was before. Each change of an approval is one more version. */
const sourceOf = (
  { id, status, revision, connectorAccount }: Attempt,
  { id: paymentId, currency }: Payment,
): Source => ({
  id,
  revision: isChangeable(status) ? revision + 1 : revision,
  paymentId,
  connectorAccount,
  currency,
});
