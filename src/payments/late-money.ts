import type { AuthorizeOutcome } from "../connectors/contract.ts";
import type { Scope, Transaction } from "../database/transaction.ts";
import { recordNumberedEvent } from "../sessions/move-session.ts";
import type { Session } from "../sessions/session.ts";
import { lateFundsOf } from "../tenants/find-tenant.ts";
import type { PaymentDeps } from "./deps.ts";
import { describePayment } from "./describe-payment.ts";
import { reportAgain } from "./disputed/report-dispute.ts";
import { giveBack } from "./late-money-return.ts";
import type { Begun, LockedPayment } from "./movements/begin-movement.ts";
import { book } from "./movements/book.ts";
import type { Attempt, Payment } from "./payment.ts";
import { listAttempts, moveAttempt } from "./queries/attempts.ts";
import { setPaymentAmounts } from "./queries/payments.ts";

type Approved = Extract<AuthorizeOutcome, { kind: "approved" }>;
type Known = { readonly attempt: Attempt; readonly payment: Payment; readonly session: Session };

/**
 * The PSP took money for an attempt that had been given up: the session has expired, was paid by another attempt, or
 * still waits. The money is booked and flagged, and none of it counts for the session. What happens to it the tenant has
 * set: it is sent back, or kept. What was only reserved moved nothing yet, so it is released and nothing is booked.
 *
 * @returns the movement that gives it back, recorded and not yet carried out; undefined when it is kept
 */
export async function recordLateMoney(
  deps: PaymentDeps,
  trx: Transaction,
  scope: Scope,
  { attempt, payment, session }: Known,
  outcome: Approved,
): Promise<Begun | undefined> {
  await moveAttempt(trx, scope, attempt.id, {
    status: "late",
    pspReference: outcome.pspReference,
    redirectUrl: null,
    declineReason: null,
    cardChecks: outcome.card,
    transferInstructions: null,
    checkAfterMs: null,
  });
  const { amount } = outcome;
  const locked = await lockedBy(trx, scope, { attempt, payment, session });
  const back = { attemptId: attempt.id, amount };
  if (!outcome.captured) return giveBack(deps, trx, scope, locked, { ...back, kind: "void" });
  const flagged = await setPaymentAmounts(trx, scope, {
    ...payment,
    amountLate: payment.amountLate + amount,
  });
  const source = { id: attempt.id, paymentId: payment.id, currency: payment.currency };
  await book(trx, scope, source, [{ post: "late_received", amount }]);
  const keeps = (await lateFundsOf(trx, scope.tenantId)) === "keep";
  if (keeps) await book(trx, scope, source, [{ post: "late_kept", amount }]);
  const told = await describePayment(trx, scope, flagged);
  await recordNumberedEvent(deps, trx, scope, "payment.late_funds", session.id, told);
  await reportAgain(trx, scope, attempt.id);
  if (keeps) return undefined;
  return giveBack(deps, trx, scope, { ...locked, payment: flagged }, { ...back, kind: "refund" });
}

/** The attempts are read again, for this one has its reference at the PSP only now. */
async function lockedBy(trx: Transaction, scope: Scope, { payment, session }: Known): Promise<LockedPayment> {
  return { session, payment, attempts: await listAttempts(trx, scope, payment.id) };
}
