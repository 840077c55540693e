import type { TenantTransaction } from "../../database/transaction.ts";
import { parseId } from "../../kernel/id.ts";
import type { Attempt, Payment } from "../payment.ts";
import { checkSoon, getAttempt } from "../queries/attempts.ts";
import { getPayment } from "../queries/payments.ts";

/** Changes how much of a payment banks hold back, under its session's lock. */
export { addDisputed } from "./queries.ts";

/** The attempt and the payment of a disputed charge. */
export type DisputedCharge = { readonly attempt: Attempt; readonly payment: Payment };

/**
 * Makes a declined attempt due at once because the PSP reports a dispute of its charge: the PSP may have taken the money
 * nevertheless. If so, the reports of the charge's disputes are checked again.
 */
export async function recheckDeclined(trx: TenantTransaction, attempt: Attempt): Promise<void> {
  if (attempt.status === "declined") await checkSoon(trx, attempt.id);
}

/** The charge with this idempotency key at the PSP; undefined if this tenant has no such attempt in this mode. */
export async function findDisputedCharge(
  trx: TenantTransaction,
  chargeKey: string,
): Promise<DisputedCharge | undefined> {
  const id = parseId(chargeKey, "att");
  if (id?.tenantId !== trx.tenantId || id.mode !== trx.mode) return undefined;
  const attempt = await getAttempt(trx, chargeKey);
  const payment = attempt && (await getPayment(trx, attempt.paymentId));
  return payment && { attempt, payment };
}
