import type { TenantTransaction } from "../../database/transaction.ts";
import { parseId } from "../../kernel/id.ts";
import type { Attempt, Payment } from "../payment.ts";
import { checkSoon, getAttempt } from "../queries/attempts.ts";
import { getPayment } from "../queries/payments.ts";

/** How much of a payment banks hold back, changed under its session's lock. */
export { addDisputed } from "./queries.ts";

/** A charge as a dispute sees it. */
export type DisputedCharge = { readonly attempt: Attempt; readonly payment: Payment };

/**
 * Has the PSP asked about a charge that was given up and that it says is disputed: it may have taken the money all the
 * same. Once that is known, what was said of the charge's disputes is asked about again.
 */
export async function doubtDecline(trx: TenantTransaction, attempt: Attempt): Promise<void> {
  if (attempt.status === "declined") await checkSoon(trx, attempt.id);
}

/** The charge that the PSP knows by a key; undefined when the key is none of this tenant's and mode's attempts. */
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
