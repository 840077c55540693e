import type { Scope, Transaction } from "../../database/transaction.ts";
import type { Attempt, Payment } from "../payment.ts";
import { listAttempts } from "../queries/attempts.ts";
import { listRefundsOf } from "../queries/parts.ts";
import { findPaymentOfSession } from "../queries/payments.ts";

/** A session's payment with its attempts, oldest first; undefined before the first attempt. */
export async function findPayment(
  trx: Transaction,
  scope: Scope,
  sessionId: string,
): Promise<{ payment: Payment; attempts: Attempt[] } | undefined> {
  const payment = await findPaymentOfSession(trx, scope, sessionId);
  return payment && { payment, attempts: await listAttempts(trx, scope, payment.id) };
}

/** Whether money of this payment that came too late has been sent back, or is on its way. */
export async function returnsLateMoney(trx: Transaction, scope: Scope, paymentId: string): Promise<boolean> {
  const refunds = await listRefundsOf(trx, scope, [paymentId], latestRefunds);
  return refunds.some(({ late, status }) => late && status !== "failed");
}

/** Late money is given back when it comes, so its refund is among the newest. */
const latestRefunds = 100;
