import type { AuthorizeOutcome } from "../connectors/contract.ts";
import type { Scope, Transaction } from "../database/transaction.ts";
import { recordNumberedEvent } from "../sessions/move-session.ts";
import type { Session } from "../sessions/session.ts";
import { lateFundsOf } from "../tenants/find-tenant.ts";
import type { PaymentDeps } from "./deps.ts";
import { describePayment } from "./describe-payment.ts";
import { type Begun, makeMovementId, recordMovement } from "./movements/begin-movement.ts";
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
  if (!outcome.captured)
    return giveBack(deps, trx, scope, { attempt, payment, session }, outcome.amount, "void");
  const flagged = await setPaymentAmounts(trx, scope, {
    ...payment,
    amountLate: payment.amountLate + outcome.amount,
  });
  const source = { id: attempt.id, paymentId: payment.id, currency: payment.currency };
  await book(trx, scope, source, [{ post: "late_received", amount: outcome.amount }]);
  const keeps = (await lateFundsOf(trx, scope.tenantId)) === "keep";
  if (keeps) await book(trx, scope, source, [{ post: "late_kept", amount: outcome.amount }]);
  const told = await describePayment(trx, scope, flagged);
  await recordNumberedEvent(deps, trx, scope, "payment.late_funds", session.id, told);
  if (keeps) return undefined;
  return giveBack(deps, trx, scope, { attempt, payment: flagged, session }, outcome.amount, "refund");
}

async function giveBack(
  deps: PaymentDeps,
  trx: Transaction,
  scope: Scope,
  { attempt, payment, session }: Known,
  amount: number,
  kind: "refund" | "void",
): Promise<Begun> {
  // Read again, for the attempt has its reference at the PSP only now.
  const attempts = await listAttempts(trx, scope, payment.id);
  return recordMovement(deps, trx, scope, {
    id: makeMovementId(deps, scope, kind),
    locked: { session, payment, attempts },
    plan: { kind, attemptId: attempt.id, amount, final: false, late: true, reason: null, metadata: null },
  });
}
