import type { TenantTransaction } from "../../database/transaction.ts";
import { parseId } from "../../kernel/id.ts";
import type { Attempt, Payment } from "../payment.ts";
import { checkSoon, getAttempt, isCheckDue } from "../queries/attempts.ts";
import { getPayment } from "../queries/payments.ts";
import { markChargeRechecked } from "./queries.ts";

/** Changes how much of a payment banks hold back, under its session's lock. */
export { addDisputed } from "./queries.ts";

/** The attempt and the payment of a disputed charge. */
export type DisputedCharge = { readonly attempt: Attempt; readonly payment: Payment };

/**
 * Whether the PSP has yet to confirm that a declined charge, whose dispute it reports, took no money. The first time for a
 * report, this makes the attempt due at once. If the PSP did take money, the reports of the charge's disputes are checked again.
 */
export async function isDeclineUnconfirmed(
  trx: TenantTransaction,
  attempt: Attempt,
  pspReference: string,
): Promise<boolean> {
  if (attempt.status !== "declined") return false;
  const isFirst = await markChargeRechecked(trx, attempt.connectorAccount, pspReference);
  return isFirst ? checkSoon(trx, attempt.id) : isCheckDue(trx, attempt.id);
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
