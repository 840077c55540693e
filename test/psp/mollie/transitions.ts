import type { Payment, PaymentStatus } from "./state.ts";
import { recordMove, type World } from "./world.ts";

/** Statuses that Mollie calls the payment's webhook for. Subscriptions hear of `pending`, too. */
const classicStatuses: ReadonlySet<PaymentStatus> = new Set([
  "authorized",
  "paid",
  "failed",
  "canceled",
  "expired",
]);

/** Moves a payment to a status, and tells the merchant. */
export function reach(world: World, payment: Payment, status: Exclude<PaymentStatus, "open">): void {
  payment.status = status;
  payment.reachedAt[status] = world.clock.now();
  world.notify(payment, { classic: classicStatuses.has(status), event: `payment.${status}` });
}

/** What is neither captured, nor released, nor in a pending capture. */
export function openAmount(world: World, payment: Payment): number {
  const pending = [...world.state.captures.values()]
    .filter((capture) => capture.payment === payment.id && capture.status === "pending")
    .reduce((sum, { amount }) => sum + amount, 0);
  return payment.amount - payment.amountReceived - payment.amountReleased - pending;
}

/** Gives the rest of an authorization back to the customer. */
export function releaseRest(world: World, payment: Payment): void {
  const rest = openAmount(world, payment);
  payment.amountReleased += rest;
  recordMove(world, "released", payment, rest);
}

/** Ends an authorization of which nothing is left: it is `paid` if a part was captured, else `canceled`. */
export function closeAuthorization(world: World, payment: Payment): void {
  const left = payment.amount - payment.amountReceived - payment.amountReleased;
  if (payment.status !== "authorized" || left > 0) return;
  reach(world, payment, payment.amountReceived > 0 ? "paid" : "canceled");
}
