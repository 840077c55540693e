import type { AuthorizeOutcome } from "../../connectors/contract.ts";
import type { EventType } from "../../events/event-types.ts";
import type { SessionStatus } from "../../sessions/session.ts";
import type { Payment } from "../payment.ts";
import type { AttemptStatus } from "../state.ts";

/** The event that tells what an attempt's new status makes of its payment, as it is now. */
export function paymentEvent(
  next: AttemptStatus,
  outcome: AuthorizeOutcome,
  payment: Payment,
): EventType | undefined {
  if (next === "declined") return payment.status === "failed" ? "payment.failed" : "payment.attempt_failed";
  if (outcome.kind === "pending" && outcome.amountReceived > 0) return "payment.partially_funded";
  if (next !== "approved") return undefined;
  return payment.status === "captured" ? "payment.captured" : "payment.authorized";
}

/** The event that tells what it makes of its session. */
export function sessionEvent(
  next: AttemptStatus,
  before: SessionStatus,
  after: SessionStatus,
): EventType | undefined {
  if (before === "open") return after === "complete" ? "checkout.session.completed" : undefined;
  if (next === "approved") return "checkout.session.async_payment_succeeded";
  return next === "declined" ? "checkout.session.async_payment_failed" : undefined;
}
