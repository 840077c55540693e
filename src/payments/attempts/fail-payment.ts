import type { SessionExpiredHook } from "../../sessions/transition-session.ts";
import { recordNumberedEvent } from "../../sessions/transition-session.ts";
import { findPaymentOfSession, setPaymentAmounts } from "../queries/payments.ts";
import { describePayment } from "../read/describe-payment.ts";

/**
 * Ends the payment of a session that expires. Its last attempt was declined and no other can follow: it becomes `failed`,
 * in the transaction that expires the session. A session that nobody tried to pay has no payment.
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
