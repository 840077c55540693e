/** All event types, with their descriptions for docs/webhooks.md. */
export const eventTypes = {
  "checkout.session.completed":
    "The consumer has finished paying. If `paymentStatus` is `processing`, the money hasn't arrived yet.",
  "checkout.session.expired": "The session ended without a payment.",
  "checkout.session.async_payment_succeeded": "The money of a delayed payment method arrived.",
  "checkout.session.async_payment_failed": "A delayed payment method failed after the session was completed.",
  "payment.attempt_failed": "An attempt was declined. The session is still open: the consumer can try again.",
  "payment.failed":
    "The payment failed and took no money: its last attempt was declined, and the session accepts no further attempt.",
  "payment.authorized": "The money is reserved and waits to be captured.",
  "payment.captured": "The money was captured.",
  "payment.capture_failed":
    "A capture that you requested took no money. The newest `failed` one in `captures` has the reason; `amountCapturable` is what can still be captured.",
  "payment.needs_review":
    "The PSP approved another amount, currency or capture method than requested. Nothing counts until you accept or return it; `amountReceived` is what was approved.",
  "payment.voided":
    "The rest of an authorization was released: by a void, or because it expired. `status` is `captured` if anything was captured before.",
  "payment.void_failed":
    "A void that you requested released nothing. The newest `failed` one in `voids` has the reason.",
  "payment.late_funds":
    "Money arrived or was approved after Kassa had given up the attempt or expired the session. It is returned or kept, as the tenant's settings say.",
  "payment.partially_funded":
    "A part of a bank transfer arrived: `amountReceived` of `amount`. The payment keeps waiting for the rest.",
  "payment.overfunded":
    "A bank transfer brought more than was asked for. The payment is captured; the surplus, counted in `amountLate`, is returned or kept as late funds are.",
  "refund.created":
    "A refund was requested: by the API, by Kassa itself, or in the PSP's dashboard (`origin`). `status` says whether it has succeeded already.",
  "refund.succeeded": "The refund is on its way to the customer.",
  "refund.failed": "The refund failed, or the customer's bank sent it back. The money is yours again.",
  "dispute.opened": "The customer's bank asks about a payment, or takes its money back.",
  "dispute.updated": "A dispute changed: evidence was sent, or an inquiry became a chargeback.",
  "dispute.closed": "A dispute ended: won, lost, or closed without a chargeback.",
} as const;

export type EventType = keyof typeof eventTypes;

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(eventTypes, text);
}

/** Sent on request to one endpoint as a test. Endpoints can't subscribe to it. */
export const testEventType = "webhook_endpoint.test";
export const testEventMeaning =
  "A test that you requested. `session` and `sequence` are null, `data.object` is the endpoint.";
