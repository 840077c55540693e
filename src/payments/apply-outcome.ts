import type { AuthorizeOutcome } from "../connectors/contract.ts";
import type { Scope, Transaction } from "../database/transaction.ts";
import type { EventType } from "../events/event-types.ts";
import { assert, present } from "../kernel/assert.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { Tally } from "../kernel/tally.ts";
import { lockSession } from "../sessions/find-session.ts";
import { moveSession, recordNumberedEvent, recordSessionEvent } from "../sessions/move-session.ts";
import type { Session, SessionStatus } from "../sessions/session.ts";
import { nextCheckMs } from "./check-schedule.ts";
import type { PaymentDeps } from "./deps.ts";
import { describePayment } from "./describe-payment.ts";
import { recordLateMoney, recordSurplus } from "./late-money.ts";
import type { Begun } from "./movements/begin-movement.ts";
import { book } from "./movements/book.ts";
import { carryOut } from "./movements/move-money.ts";
import type { Attempt, Payment } from "./payment.ts";
import { getAttempt, moveAttempt, setAmountReceived } from "./queries/attempts.ts";
import { getPayment, setPaymentAmounts } from "./queries/payments.ts";
import { recordPart } from "./record-part.ts";
import {
  type AttemptStatus,
  sessionPaymentStatus,
  sessionStatus,
  statusOfAmounts,
  statusOfAttempt,
  step,
} from "./state.ts";

/** What came of applying an outcome. */
export type Applied = "moved" | "part_received" | "no_change" | "late" | "evidence_mismatch" | "fenced_off";

/** Asked under the locks before anything is written: false when the caller has lost its right to write. */
export type Fence = (trx: Transaction) => Promise<boolean>;

/** Outcomes that changed an attempt. */
export const outcomesApplied = new Tally<AuthorizeOutcome["kind"]>();

type Decided = {
  readonly applied: Applied;
  /** What gives money back that nobody waited for: recorded, and to be carried out now. */
  readonly return?: Begun | undefined;
};

/**
 * Commits what a PSP said of an attempt: the new states of attempt, payment and session, the ledger's entries and the
 * events that tell of it, in one transaction. Submit, return from an action, notification and reconcile job all end here.
 * However often and in whatever order they come, each transition happens once, for the state table decides under the
 * session's lock.
 */
export async function applyOutcome(
  deps: PaymentDeps,
  scope: Scope,
  attemptId: string,
  outcome: AuthorizeOutcome,
  fence?: Fence,
): Promise<Applied> {
  const decided = await deps.database.inScope(scope, async (trx): Promise<Decided> => {
    const known = await readAttempt(trx, scope, attemptId);
    if (fence && !(await fence(trx))) return { applied: "fenced_off" };
    const result = await decide(deps, trx, scope, known, outcome);
    crashPoint("apply-outcome:before-commit");
    return result;
  });
  crashPoint("apply-outcome:committed");
  const { applied } = decided;
  const changed = applied === "moved" || applied === "late";
  if (changed) outcomesApplied.add(outcome.kind);
  report(deps, attemptId, applied, outcome);
  if (decided.return) await carryOut(deps, scope, decided.return);
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
): Promise<Decided> {
  const next = step(known.attempt.status, outcome.kind);
  if (next === "no_change") return decideUnchanged(deps, trx, scope, known, outcome);
  if (outcome.kind === "approved" && !evidenceMatches(outcome, known.payment))
    return { applied: "evidence_mismatch" };
  if (outcome.kind === "approved" && next === "late")
    return { applied: "late", return: await recordLateMoney(deps, trx, scope, known, outcome) };
  const moved = await move(deps, trx, scope, known, { next, outcome });
  if (outcome.kind !== "approved" || outcome.surplus === 0) return { applied: "moved" };
  return { applied: "moved", return: await recordSurplus(deps, trx, scope, moved, outcome.surplus) };
}

/** What may still be news though no state changes: a part of a transfer, or a surplus. */
async function decideUnchanged(
  deps: PaymentDeps,
  trx: Transaction,
  scope: Scope,
  known: Known,
  outcome: AuthorizeOutcome,
): Promise<Decided> {
  if (await recordPart(deps, trx, scope, known, outcome)) return { applied: "part_received" };
  if (!isUnheardSurplus(known.attempt, outcome)) return { applied: "no_change" };
  if (!evidenceMatches(outcome, known.payment)) return { applied: "evidence_mismatch" };
  const { attempt } = known;
  await setAmountReceived(trx, scope, attempt.id, outcome.amount + outcome.surplus);
  return { applied: "moved", return: await recordSurplus(deps, trx, scope, known, outcome.surplus) };
}

/** A process of the version before, which knew of no surplus, has applied the approval. */
function isUnheardSurplus(
  { status, method, amountReceived }: Attempt,
  outcome: AuthorizeOutcome,
): outcome is Approval {
  if (outcome.kind !== "approved" || outcome.surplus === 0) return false;
  return status === "approved" && method === "bank_transfer" && amountReceived === null;
}

type Approval = Extract<AuthorizeOutcome, { kind: "approved" }>;

/** The PSP has to have taken what was asked for: no other amount or currency counts, nor money only reserved. */
function evidenceMatches(outcome: Approval, payment: Payment): boolean {
  if (outcome.captured !== (payment.captureMethod === "automatic")) return false;
  return outcome.amount === payment.amount && outcome.currency === payment.currency;
}

async function move(
  deps: PaymentDeps,
  trx: Transaction,
  scope: Scope,
  { attempt, payment: before, session }: Known,
  { next, outcome }: { next: AttemptStatus; outcome: AuthorizeOutcome },
): Promise<Known> {
  await moveAttempt(trx, scope, attempt.id, {
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
  const payment = await setPaymentAmounts(trx, scope, paymentAfter(before, outcome, next, status));
  if (next === "approved") await bookApproval(trx, scope, attempt, payment);
  const moved = await moveSession(trx, scope, session.id, {
    status,
    paymentStatus: sessionPaymentStatus(payment.status),
    paymentId: payment.id,
  });
  await recordEvents(deps, trx, scope, { before: session, next, outcome, payment, session: moved });
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
  session: SessionStatus,
): Payment {
  if (outcome.kind === "approved") return approvedPayment(payment, outcome);
  assert(next !== "approved", "only an approval approves");
  return { ...payment, status: statusOfAttempt(next, session) };
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

async function bookApproval(
  trx: Transaction,
  scope: Scope,
  { id }: Attempt,
  payment: Payment,
): Promise<void> {
  const name = payment.status === "captured" ? "captured_at_once" : "authorized";
  const source = { id, paymentId: payment.id, currency: payment.currency };
  await book(trx, scope, source, [{ post: name, amount: payment.amountAuthorized }]);
}

type Change = {
  readonly before: Session;
  readonly next: AttemptStatus;
  readonly outcome: AuthorizeOutcome;
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

function paymentEvent({ next, outcome, payment }: Change): EventType | undefined {
  if (next === "declined") return "payment.failed";
  if (outcome.kind === "pending" && outcome.amountReceived > 0) return "payment.partially_funded";
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
  if (applied === "late") deps.log.warn({ attempt }, "the PSP approved an attempt that had been given up");
  if (applied === "evidence_mismatch") {
    deps.log.error(
      { attempt },
      "the PSP reports another amount, currency or capture than was asked for; nothing was applied",
    );
  }
}
