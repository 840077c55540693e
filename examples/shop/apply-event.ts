import type { CheckoutSession, Event } from "@kassa/sdk";
import type { OrderState, Orders } from "./orders.ts";

/**
 * Applies an event to its order. Events can be repeated and come in any order: `once` stops repetitions, `sequence` numbers a
 * session's events.
 */
export function applyEvent(orders: Orders, event: Event): void {
  orders.once(event.id, () => {
    switch (event.type) {
      case "checkout.session.completed":
      case "checkout.session.async_payment_succeeded":
      case "checkout.session.async_payment_failed":
      case "checkout.session.expired":
        return applySession(orders, event.data.object, event.type, event.sequence ?? 0);
      case "refund.created":
      case "refund.succeeded":
      case "refund.failed": {
        const { id, clientReferenceId, amount, status, late } = event.data.object;
        // A late refund is of money that the order didn't need, such as a transfer's surplus.
        if (clientReferenceId === null || late) return;
        return orders.setRefund({ id, orderId: clientReferenceId, amount, status }, event.sequence ?? 0);
      }
    }
  });
}

function applySession(orders: Orders, session: CheckoutSession, type: Event["type"], sequence: number): void {
  const { clientReferenceId: orderId, paymentStatus } = session;
  if (orderId === null) return;
  const states: Partial<Record<Event["type"], OrderState>> = {
    "checkout.session.async_payment_failed": "failed",
    "checkout.session.expired": "expired",
  };
  const state = states[type] ?? (paymentStatus === "paid" ? "paid" : "processing");
  orders.setState(orderId, state, sequence);
  if (state === "paid") orders.fulfil(orderId);
}
