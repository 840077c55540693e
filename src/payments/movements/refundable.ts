import type { Payment } from "../payment.ts";

type Amounts = Pick<Payment, "amountCaptured" | "amountRefunded" | "amountRefundPending" | "amountDisputed">;

/**
 * How much of a payment can still be refunded, in minor units: what was captured, less what went back or is on its way,
 * less what banks hold back in chargebacks, for that the customer has or may get already. Zero rather than less: a bank can
 * take back money that was refunded before.
 */
export function refundable(payment: Amounts): number {
  return Math.max(0, leftAfterRefunds(payment) - payment.amountDisputed);
}

/** Whether an amount could be refunded were it not for chargebacks: then `payment_disputed` is why it can't. */
export function isHeldByDisputes(payment: Amounts, amount: number): boolean {
  return amount > refundable(payment) && amount <= leftAfterRefunds(payment);
}

function leftAfterRefunds(payment: Amounts): number {
  return payment.amountCaptured - payment.amountRefunded - payment.amountRefundPending;
}
