import type { SessionExpiredHook } from "../../sessions/transition-session.ts";
import { recordNumberedEvent } from "../../sessions/transition-session.ts";
import { findPaymentOfSession, setPaymentAmounts } from "../queries/payments.ts";
import { describePayment } from "../read/describe-payment.ts";

/**
 * Marks the payment of an expiring session as `failed` if its last attempt was declined: no other can follow. Runs in the
 * transaction that expires the session. A session without an attempt has no payment.
 */
export const failPaymentOfExpired: SessionExpiredHook = async (deps, trx, session) => {
  if (session.paymentId === null) return;
  const payment = await findPaymentOfSession(trx, session.id);
  if (payment?.status !== "requires_payment_method") return;
  const failed = { ...payment, status: "failed" } as const;
  setPaymentAmounts(trx, failed);
  const object = await describePayment(trx, failed);
  await recordNumberedEvent(deps, trx, "payment.failed", session.id, object);
};
