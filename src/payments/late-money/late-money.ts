import type { AuthorizeOutcome } from "../../connectors/contract.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { EventType } from "../../events/event-types.ts";
import type { Session } from "../../sessions/session.ts";
import { recordNumberedEvent } from "../../sessions/transition-session.ts";
import { lateFundsOf } from "../../settings/read-settings.ts";
import type { PaymentDeps } from "../deps.ts";
import { reportAgain } from "../disputed/report-dispute.ts";
import type { Begun, LockedPayment } from "../movements/begin-movement.ts";
import { book } from "../movements/book.ts";
import type { Attempt, Payment } from "../payment.ts";
import { listAttempts, moveAttempt } from "../queries/attempts.ts";
import { setPaymentAmounts } from "../queries/payments.ts";
import { describePayment } from "../read/describe-payment.ts";
import { giveBack } from "./late-money-return.ts";

type Approved = Extract<AuthorizeOutcome, { kind: "approved" }>;
type Known = { readonly attempt: Attempt; readonly payment: Payment; readonly session: Session };

/**
 * The PSP took money for a declined attempt: its session has expired, was paid by another attempt, or still waits. The money
 * is booked and flagged, and doesn't count for the session. The tenant's setting decides whether it is refunded or kept. If
 * the money was only authorized, the authorization is released and nothing is booked.
 *
 * @param mayKeep whether the tenant's setting decides; else it is sent back
 * @returns the movement that gives it back, recorded and not yet carried out; undefined when it is kept
 */
export async function recordLateMoney(
  deps: PaymentDeps,
  trx: TenantTransaction,
  known: Known,
  outcome: Approved,
  mayKeep = true,
): Promise<Begun | undefined> {
  const { attempt } = known;
  const amount = outcome.amount + outcome.surplus;
  moveAttempt(trx, attempt.id, {
    status: "late",
    pspReference: outcome.pspReference,
    redirectUrl: null,
    declineReason: null,
    cardChecks: outcome.card,
    transferInstructions: null,
    amountReceived: attempt.method === "bank_transfer" ? amount : null,
    checkAfterMs: null,
  });
  if (!outcome.captured) {
    const what = { attemptId: attempt.id, amount, kind: "void" } as const;
    return giveBack(deps, trx, await lockedBy(trx, known), what);
  }
  const back = await takeUnasked(deps, trx, known, { amount, told: "payment.late_funds", mayKeep });
  await reportAgain(trx, attempt.id);
  return back;
}

/**
 * A transfer brought more than was asked for. The payment is paid. The surplus is booked, flagged and treated like late money.
 *
 * @returns the movement that gives it back, recorded and not yet carried out; undefined when it is kept
 */
export function recordSurplus(
  deps: PaymentDeps,
  trx: TenantTransaction,
  known: Known,
  surplus: number,
): Promise<Begun | undefined> {
  return takeUnasked(deps, trx, known, { amount: surplus, told: "payment.overfunded", mayKeep: true });
}

type Unasked = { readonly amount: number; readonly told: EventType; readonly mayKeep: boolean };

async function takeUnasked(
  deps: PaymentDeps,
  trx: TenantTransaction,
  known: Known,
  { amount, told, mayKeep }: Unasked,
): Promise<Begun | undefined> {
  const { attempt, session } = known;
  const payment = { ...known.payment, amountLate: known.payment.amountLate + amount };
  setPaymentAmounts(trx, payment);
  const source = { id: attempt.id, paymentId: payment.id, currency: payment.currency };
  await book(trx, source, [{ post: "late_received", amount }]);
  const keeps = mayKeep && (await lateFundsOf(trx)) === "keep";
  if (keeps) await book(trx, source, [{ post: "late_kept", amount }]);
  const object = await describePayment(trx, payment);
  await recordNumberedEvent(deps, trx, told, session.id, object);
  if (keeps) return undefined;
  const locked = await lockedBy(trx, { ...known, payment });
  return giveBack(deps, trx, locked, { attemptId: attempt.id, amount, kind: "refund" });
}

/** The attempts are read again, for this one has its reference at the PSP only now. */
async function lockedBy(trx: TenantTransaction, { payment, session }: Known): Promise<LockedPayment> {
  return { session, payment, attempts: await listAttempts(trx, payment.id) };
}
