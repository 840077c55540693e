import type { AuthorizeOutcome } from "../../connectors/contract.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { assert } from "../../kernel/assert.ts";
import type { Session } from "../../sessions/session.ts";
import {
  recordNumberedEvent,
  recordSessionEvent,
  transitionSession,
} from "../../sessions/transition-session.ts";
import { countDecline } from "../declines/decline-limits.ts";
import type { PaymentDeps } from "../deps.ts";
import { reportAgain } from "../disputed/report-dispute.ts";
import { book } from "../movements/book.ts";
import type { Approval, Attempt, Payment } from "../payment.ts";
import { moveAttempt } from "../queries/attempts.ts";
import { setPaymentAmounts } from "../queries/payments.ts";
import { describePayment } from "../read/describe-payment.ts";
import {
  type AttemptStatus,
  mayTryAgain,
  sessionPaymentStatus,
  sessionStatus,
  statusOfAmounts,
  statusOfAttempt,
} from "../state.ts";
import { nextCheckMs } from "./check-schedule.ts";
import { paymentEvent, sessionEvent } from "./outcome-events.ts";

/** An attempt and what it belongs to, under its session's lock. */
export type KnownAttempt = {
  readonly attempt: Attempt;
  readonly payment: Payment;
  readonly session: Session;
};

/** Writes an attempt's new status and what follows from it: payment, ledger, session and events. */
export async function transitionAttempt(
  deps: PaymentDeps,
  trx: TenantTransaction,
  { attempt, payment: before, session }: KnownAttempt,
  { next, outcome }: { next: AttemptStatus; outcome: AuthorizeOutcome },
): Promise<KnownAttempt> {
  // A cancelled attempt says nothing about the card.
  if (outcome.kind === "declined" && outcome.reason !== "abandoned") await countDecline(trx, attempt.id);
  moveAttempt(trx, attempt.id, {
    status: next,
    pspReference: "pspReference" in outcome ? outcome.pspReference : null,
    redirectUrl: outcome.kind === "action_required" ? outcome.redirectUrl : null,
    declineReason: outcome.kind === "declined" ? outcome.reason : null,
    cardChecks: outcome.kind === "approved" ? outcome.card : null,
    transferInstructions: outcome.kind === "pending" ? outcome.instructions : null,
    amountReceived: amountReceivedOf(attempt, outcome),
    checkAfterMs: nextCheckMs(next, 0),
  });
  const status = sessionStatus(next, session.status);
  const payment = paymentAfter(before, outcome, next, mayTryAgain(attempt.number, status));
  setPaymentAmounts(trx, payment);
  if (next === "approved") await bookApproval(trx, attempt, payment);
  if (next === "approved" && attempt.status === "needs_review") await reportAgain(trx, attempt.id);
  const ofPayment = paymentEvent(next, outcome, payment);
  const ofSession = sessionEvent(next, session.status, status);
  const [moved, described] = await Promise.all([
    transitionSession(trx, session.id, {
      status,
      paymentStatus: sessionPaymentStatus(payment.status),
      paymentId: payment.id,
      events: [ofPayment, ofSession].filter((event) => event !== undefined).length,
    }),
    ofPayment && describePayment(trx, payment),
  ]);
  await Promise.all([
    ofPayment && described && recordNumberedEvent(deps, trx, ofPayment, session.id, described),
    ofSession && recordSessionEvent(deps, trx, ofSession, moved),
  ]);
  return { attempt, payment, session: moved };
}

/** What has come of a transfer by an outcome, in minor units; null when nothing has, and of every other method. */
function amountReceivedOf({ method }: Attempt, outcome: AuthorizeOutcome): number | null {
  if (method !== "bank_transfer") return null;
  if (outcome.kind === "approved") return outcome.amount + outcome.surplus;
  return outcome.kind === "pending" && outcome.amountReceived > 0 ? outcome.amountReceived : null;
}

function paymentAfter(
  payment: Payment,
  outcome: AuthorizeOutcome,
  next: AttemptStatus,
  mayFollow: boolean,
): Payment {
  if (outcome.kind === "approved") return approvedPayment(payment, outcome);
  assert(next !== "approved", "only an approval approves");
  return { ...payment, status: statusOfAttempt(next, mayFollow) };
}

function approvedPayment(payment: Payment, { amount, captured, captureBefore }: Approval): Payment {
  const after = {
    ...payment,
    amountAuthorized: amount,
    amountCaptured: captured ? amount : 0,
    captureBefore: captured || captureBefore === null ? null : new Date(captureBefore),
  };
  return { ...after, status: statusOfAmounts(after) ?? payment.status };
}

async function bookApproval(trx: TenantTransaction, { id }: Attempt, payment: Payment): Promise<void> {
  const name = payment.status === "captured" ? "captured_at_once" : "authorized";
  const source = { id, paymentId: payment.id, currency: payment.currency };
  await book(trx, source, [{ post: name, amount: payment.amountAuthorized }]);
}
