import type { TenantTransaction } from "../../database/transaction.ts";
import type { EventType } from "../../events/event-types.ts";
import { present } from "../../kernel/assert.ts";
import { post, reverse } from "../../ledger/post.ts";
import { makePosting, makeReversal } from "../../ledger/postings.ts";
import type { Session } from "../../sessions/session.ts";
import { recordNumberedEvent, transitionSession } from "../../sessions/transition-session.ts";
import type { PaymentDeps } from "../deps.ts";
import type { Attempt, Payment } from "../payment.ts";
import { setPaymentAmounts } from "../queries/payments.ts";
import { describePayment } from "../read/describe-payment.ts";
import { toApiRefund } from "../refunds/refund.ts";
import { sessionPaymentStatus, statusOfAmounts } from "../state.ts";
import type { Movement } from "./movement.ts";
import type { Booking, Effects } from "./state.ts";

type Change = {
  /** As it is after the step. */
  readonly movement: Movement;
  /** As they were before the step. */
  readonly locked: {
    readonly session: Session;
    readonly payment: Payment;
    readonly attempts: readonly Attempt[];
  };
  readonly effects: Effects;
  /** The new deadline for captures; absent: as before. */
  readonly captureBefore?: Date;
};

/** Writes the effects of a movement's step in its transaction: amounts, status, ledger entries, events. */
export async function commitEffects(
  deps: PaymentDeps,
  trx: TenantTransaction,
  { movement, locked, effects, captureBefore }: Change,
): Promise<Payment> {
  const before = { ...locked.payment, captureBefore: captureBefore ?? locked.payment.captureBefore };
  const payment = withAmounts(before, effects);
  setPaymentAmounts(trx, payment);
  await book(trx, { ...movement, connectorAccount: accountOf(locked.attempts, movement) }, effects.bookings);
  await updateSession(trx, locked.session, payment);
  for (const type of effects.events) await recordMovementEvent(deps, trx, { type, movement, payment });
  return payment;
}

/** The payment with its new amounts, and with the status and deadline that follow from them. A capture that fails brings the deadline back. */
function withAmounts(payment: Payment, { amounts }: Effects): Payment {
  const changed = { ...payment, ...amounts };
  const status = statusOfAmounts(changed) ?? payment.status;
  const captureBefore = changed.captureBefore ?? changed.authorizedUntil;
  return { ...changed, status, captureBefore: status === "authorized" ? captureBefore : null };
}

async function updateSession(trx: TenantTransaction, session: Session, payment: Payment): Promise<void> {
  // Late funds don't change the session's payment status.
  if (payment.amountAuthorized === 0) return;
  const paymentStatus = sessionPaymentStatus(payment.status);
  if (paymentStatus === session.paymentStatus) return;
  await transitionSession(trx, session.id, {
    status: session.status,
    paymentStatus,
    paymentId: session.paymentId,
  });
}

async function recordMovementEvent(
  deps: PaymentDeps,
  trx: TenantTransaction,
  { type, movement, payment }: { type: EventType; movement: Movement; payment: Payment },
): Promise<void> {
  const object = type.startsWith("refund.")
    ? toApiRefund(movement, payment)
    : await describePayment(trx, payment);
  await recordNumberedEvent(deps, trx, type, payment.sessionId, object);
}

/** A movement is made at the account that its charge was made with. */
const accountOf = (attempts: readonly Attempt[], { attemptId }: Movement): string =>
  present(
    attempts.find(({ id }) => id === attemptId),
    "the attempt of a movement",
  ).connectorAccount;

/** What causes ledger entries: an attempt or a movement, by its id. */
export type Source = {
  readonly id: string;
  /** How often the PSP has changed its decision about it; 0 if omitted. */
  readonly revision?: number;
  readonly paymentId: string;
  readonly connectorAccount: string;
  readonly currency: string;
};

/** Writes the ledger entries of a change of state, in its transaction. */
export async function book(
  trx: TenantTransaction,
  { id: sourceId, revision: version = 0, paymentId, connectorAccount, currency }: Source,
  bookings: readonly Booking[],
): Promise<void> {
  for (const booking of bookings) {
    if ("reverse" in booking)
      await reverse(trx, makeReversal(booking.reverse, { sourceId, paymentId, version }));
    else {
      const cause = { sourceId, version, paymentId, connectorAccount, currency, amount: booking.amount };
      await post(trx, makePosting(booking.post, cause));
    }
  }
}
