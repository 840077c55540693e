import type { TenantTransaction } from "../../database/transaction.ts";
import type { Attempt, Payment } from "../payment.ts";
import { listAttemptsOfSession } from "../queries/attempts.ts";
import { findPaymentOfSession } from "../queries/payments.ts";

/** A session's payment with its attempts, oldest first; undefined before the first attempt. */
export async function findPayment(
  trx: TenantTransaction,
  sessionId: string,
): Promise<{ payment: Payment; attempts: Attempt[] } | undefined> {
  const [payment, attempts] = await Promise.all([
    findPaymentOfSession(trx, sessionId),
    listAttemptsOfSession(trx, sessionId),
  ]);
  return payment && { payment, attempts };
}

export { returnsLateFunds } from "../queries/late.ts";
