import type { AuthorizeOutcome } from "../../connectors/contract.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { EventType } from "../../events/event-types.ts";
import type { Session } from "../../sessions/session.ts";
import { recordNumberedEvent, recordSessionEvent } from "../../sessions/transition-session.ts";
import type { PaymentDeps } from "../deps.ts";
import type { Payment } from "../payment.ts";
import { describePayment } from "../read/describe-payment.ts";
import type { AttemptStatus } from "../state.ts";

type Change = {
  readonly before: Session;
  readonly next: AttemptStatus;
  readonly outcome: AuthorizeOutcome;
  readonly payment: Payment;
  readonly session: Session;
};

/** Tells of a changed attempt: what its payment and its session have come to. */
export async function recordOutcomeEvents(
  deps: PaymentDeps,
  trx: TenantTransaction,
  change: Change,
): Promise<void> {
  const { payment, session } = change;
  const ofPayment = paymentEvent(change);
  if (ofPayment) {
    const object = await describePayment(trx, payment);
    await recordNumberedEvent(deps, trx, ofPayment, session.id, object);
  }
  const ofSession = sessionEvent(change);
  if (ofSession) await recordSessionEvent(deps, trx, ofSession, session);
}

function paymentEvent({ next, outcome, payment }: Change): EventType | undefined {
  if (next === "declined") return payment.status === "failed" ? "payment.failed" : "payment.attempt_failed";
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
