import type { TenantTransaction } from "../../database/transaction.ts";
import { asksForEmail, type Collected } from "../../sessions/collect/collect.ts";
import { setCollected } from "../../sessions/find-session.ts";
import type { Session } from "../../sessions/session.ts";
import type { Payment } from "../payment.ts";
import { setPaymentEmail } from "../queries/payments.ts";

/**
 * Stores what the customer entered with the attempt's intent, so that a decline keeps it. An e-mail address that the page asked for
 * is the session's and the payment's, by which they are found. Returns the session as it is then.
 */
export function storeCollected(
  trx: TenantTransaction,
  session: Session,
  payment: Payment | undefined,
  collected: Collected,
): Session {
  const customerEmail = asksForEmail(session) ? collected.email : session.customerEmail;
  setCollected(trx, session.id, collected, customerEmail);
  if (payment && payment.customerEmail !== customerEmail) setPaymentEmail(trx, payment.id, customerEmail);
  return { ...session, collected, customerEmail };
}
