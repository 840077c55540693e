import type { Scope, Transaction } from "../../database/transaction.ts";
import { parseId } from "../../kernel/id.ts";
import type { Attempt, Payment } from "../payment.ts";
import { getAttempt } from "../queries/attempts.ts";
import { getPayment } from "../queries/payments.ts";

/** How much of a payment banks hold back, changed under its session's lock. */
export { addDisputed } from "./queries.ts";

/** A charge as a dispute sees it. */
export type DisputedCharge = { readonly attempt: Attempt; readonly payment: Payment };

/** The charge that the PSP knows by a key; undefined when the key is none of this tenant's and mode's attempts. */
export async function findDisputedCharge(
  trx: Transaction,
  scope: Scope,
  chargeKey: string,
): Promise<DisputedCharge | undefined> {
  const id = parseId(chargeKey, "att");
  if (id?.tenantId !== scope.tenantId || id.mode !== scope.mode) return undefined;
  const attempt = await getAttempt(trx, scope, chargeKey);
  const payment = attempt && (await getPayment(trx, scope, attempt.paymentId));
  return payment && { attempt, payment };
}
