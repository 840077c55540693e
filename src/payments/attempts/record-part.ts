import type { AuthorizeOutcome } from "../../connectors/contract.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { recordNumberedEvent } from "../../sessions/transition-session.ts";
import type { PaymentDeps } from "../deps.ts";
import type { Attempt, Payment } from "../payment.ts";
import { setAmountReceived } from "../queries/attempts.ts";
import { describePayment } from "../read/describe-payment.ts";

/**
 * More of a transfer has come, and not all of it: the attempt waits on, so no state changes, and the merchant is told. What
 * came once stays counted, in whatever order a PSP's answers arrive. No money is booked: until it is whole the PSP holds
 * it for the customer, and sends it back if the rest never comes.
 *
 * @returns whether anything is new
 */
export async function recordPart(
  deps: PaymentDeps,
  trx: TenantTransaction,
  { attempt, payment }: { readonly attempt: Attempt; readonly payment: Payment },
  outcome: AuthorizeOutcome,
): Promise<boolean> {
  if (attempt.status !== "pending" || outcome.kind !== "pending") return false;
  const { amountReceived } = outcome;
  if (amountReceived <= (attempt.amountReceived ?? 0) || amountReceived >= payment.amount) return false;
  setAmountReceived(trx, attempt.id, amountReceived);
  const told = await describePayment(trx, payment);
  await recordNumberedEvent(deps, trx, "payment.partially_funded", payment.sessionId, told);
  return true;
}
