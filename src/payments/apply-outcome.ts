import type { AuthorizeOutcome } from "../connectors/contract.ts";
import type { Scope, Transaction } from "../database/transaction.ts";
import type { EventType } from "../events/event-types.ts";
import { present } from "../kernel/assert.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { Tally } from "../kernel/tally.ts";
import { lockSession } from "../sessions/find-session.ts";
import { moveSession, recordNumberedEvent, recordSessionEvent } from "../sessions/move-session.ts";
import type { Session, SessionStatus } from "../sessions/session.ts";
import { nextCheckMs } from "./check-schedule.ts";
import type { PaymentDeps } from "./deps.ts";
import { describePayment } from "./describe-payment.ts";
import type { Attempt, Payment } from "./payment.ts";
import { getAttempt, moveAttempt } from "./queries/attempts.ts";
import { getPayment, movePayment } from "./queries/payments.ts";
import { type AttemptStatus, paymentStatus, sessionState, step } from "./state.ts";

/** What came of applying an outcome. */
export type Applied = "moved" | "no_change" | "late_approval" | "evidence_mismatch" | "fenced_off";

/** Asked under the locks before anything is written: false when the caller has lost its right to write. */
export type Fence = (trx: Transaction) => Promise<boolean>;

/** Outcomes that changed an attempt. */
export const outcomesApplied = new Tally<AuthorizeOutcome["kind"]>();

/**
 * Commits what a PSP said of an attempt: the new states of attempt, payment and session and the events that tell of it,
 * in one transaction. Submit, return from an action, notification and reconcile job all end here. However often and in
 * whatever order they come, each transition happens once, for the state table decides under the session's lock.
 */
export async function applyOutcome(
  deps: PaymentDeps,
  scope: Scope,
  attemptId: string,
  outcome: AuthorizeOutcome,
  fence?: Fence,
): Promise<Applied> {
  const applied = await deps.database.inScope(scope, async (trx) => {
    const known = await readAttempt(trx, scope, attemptId);
    if (fence && !(await fence(trx))) return "fenced_off";
    const result = await decide(deps, trx, scope, known, outcome);
    crashPoint("apply-outcome:before-commit");
    return result;
  });
  crashPoint("apply-outcome:committed");
  if (applied === "moved") outcomesApplied.add(outcome.kind);
  report(deps, attemptId, applied, outcome);
  if (applied === "moved") deps.eventsCommitted();
  return applied;
}

type Known = { readonly attempt: Attempt; readonly payment: Payment; readonly session: Session };

/** Locks are always taken in this order: session, then what belongs to it. */
async function readAttempt(trx: Transaction, scope: Scope, attemptId: string): Promise<Known> {
  const found = present(await getAttempt(trx, scope, attemptId), "the attempt of an outcome");
  const payment = present(await getPayment(trx, scope, found.paymentId), "the payment of an attempt");
  const session = present(await lockSession(trx, scope, payment.sessionId), "the session of a payment");
  // Read again: what was read before the lock may have changed while waiting for it.
  const attempt = present(await getAttempt(trx, scope, attemptId), "the attempt of an outcome");
  return { attempt, payment: present(await getPayment(trx, scope, payment.id), "the payment"), session };
}

async function decide(
  deps: PaymentDeps,
  trx: Transaction,
  scope: Scope,
  known: Known,
  outcome: AuthorizeOutcome,
): Promise<Applied> {
  const next = step(known.attempt.status, outcome.kind);
  if (next === "no_change" || next === "late_approval") return next;
  if (outcome.kind === "approved" && !evidenceMatches(outcome, known.payment)) return "evidence_mismatch";
  await moveAttempt(trx, scope, known.attempt.id, {
    status: next,
    pspReference: "pspReference" in outcome ? outcome.pspReference : null,
    redirectUrl: outcome.kind === "action_required" ? outcome.redirectUrl : null,
    declineReason: outcome.kind === "declined" ? outcome.reason : null,
    checkAfterMs: nextCheckMs(next, 0),
  });
  const to = sessionState(next, known.payment.captureMethod, known.session.status);
  const payment = await movePayment(
    trx,
    scope,
    known.payment.id,
    amountsAfter(next, known.payment, to.status),
  );
  const session = await moveSession(trx, scope, known.session.id, { ...to, paymentId: payment.id });
  await recordEvents(deps, trx, scope, { before: known.session, next, payment, session });
  return "moved";
}

/** The PSP has to have taken what was asked for: no other amount or currency counts, nor money only reserved. */
function evidenceMatches(
  outcome: { amount: number; currency: string; captured: boolean },
  payment: Payment,
): boolean {
  if (outcome.captured !== (payment.captureMethod === "automatic")) return false;
  return outcome.amount === payment.amount && outcome.currency === payment.currency;
}

function amountsAfter(next: AttemptStatus, payment: Payment, session: SessionStatus) {
  const status = paymentStatus(next, payment.captureMethod, session);
  const approved = next === "approved" ? payment.amount : 0;
  return { status, amountAuthorized: approved, amountCaptured: status === "captured" ? approved : 0 };
}

type Change = {
  readonly before: Session;
  readonly next: AttemptStatus;
  readonly payment: Payment;
  readonly session: Session;
};

async function recordEvents(
  deps: PaymentDeps,
  trx: Transaction,
  scope: Scope,
  change: Change,
): Promise<void> {
  const { payment, session } = change;
  const ofPayment = paymentEvent(change);
  if (ofPayment) {
    const object = await describePayment(trx, scope, payment);
    await recordNumberedEvent(deps, trx, scope, ofPayment, session.id, object);
  }
  const ofSession = sessionEvent(change);
  if (ofSession) await recordSessionEvent(deps, trx, scope, ofSession, session);
}

function paymentEvent({ next, payment }: Change): EventType | undefined {
  if (next === "declined") return "payment.failed";
  if (next !== "approved") return undefined;
  return payment.status === "captured" ? "payment.captured" : "payment.authorized";
}

function sessionEvent({ before, next, session }: Change): EventType | undefined {
  if (before.status === "open")
    return session.status === "complete" ? "checkout.session.completed" : undefined;
  if (next === "approved") return "checkout.session.async_payment_succeeded";
  return next === "declined" ? "checkout.session.async_payment_failed" : undefined;
}

function report(deps: PaymentDeps, attempt: string, applied: Applied, outcome: AuthorizeOutcome): void {
  if (outcome.kind === "unknown")
    deps.log.warn({ attempt, detail: outcome.detail }, "outcome unknown; the PSP will be asked");
  if (applied === "late_approval") {
    deps.log.error(
      { attempt },
      "the PSP approved an attempt that had been given up; its money has to be returned",
    );
  }
  if (applied === "evidence_mismatch") {
    deps.log.error(
      { attempt },
      "the PSP reports another amount, currency or capture than was asked for; nothing was applied",
    );
  }
}
