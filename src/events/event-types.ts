/** Everything that Kassa tells a merchant's server, with the sentences that docs/webhooks.md says of it. */
export const eventTypes = {
  "checkout.session.completed":
    "The consumer finished paying. With `paymentStatus` `processing` the money is still on its way.",
  "checkout.session.expired": "The session ended without a payment.",
  "checkout.session.async_payment_succeeded": "The money of a delayed payment method arrived.",
  "checkout.session.async_payment_failed": "A delayed payment method failed after the session was completed.",
  "payment.attempt_failed":
    "An attempt to pay was declined. The session is still open: the consumer can try again.",
  "payment.failed":
    "The payment is over and took no money: its last attempt was declined, and the session takes no further attempt.",
  "payment.authorized": "The money is reserved and waits to be captured.",
  "payment.captured": "The money was captured.",
  "payment.capture_failed":
    "A capture that you asked for took no money. The newest of `captures` that is `failed` says why; `amountCapturable` says what can still be captured.",
  "payment.needs_review":
    "The PSP approved another amount, currency or capture than was asked for. Nothing counts until you accept it or return it; `amountReceived` says what came.",
  "payment.voided":
    "What was left of an authorization was released: by a void, or because its time was up. `status` is `captured` if anything was captured before.",
  "payment.void_failed":
    "A void that you asked for released nothing. The newest of `voids` that is `failed` says why.",
  "payment.late_funds":
    "Money came for a payment that nobody waited for any more. It is returned or kept, as the tenant's settings say.",
  "payment.partially_funded":
    "A part of a bank transfer arrived: `amountReceived` of `amount`. The payment goes on waiting for the rest.",
  "payment.overfunded":
    "A bank transfer brought more than was asked for. The payment is captured; the surplus, counted in `amountLate`, is returned or kept as late funds are.",
  "refund.created":
    "A refund was asked for, by the API, by Kassa itself, or at the PSP's own dashboard (`origin`). `status` says whether it is done already.",
  "refund.succeeded": "The refund is on its way to the customer.",
  "refund.failed":
    "The refund could not be made, or the customer's bank sent it back. The money is yours again.",
  "dispute.opened": "The customer's bank asks about a payment, or takes its money back.",
  "dispute.updated": "A dispute changed: evidence was sent, or an inquiry became a chargeback.",
  "dispute.closed": "A dispute ended: won, lost, or closed without a chargeback.",
} as const;

export type EventType = keyof typeof eventTypes;

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(eventTypes, text);
}

/** Sent on request to a single endpoint, to try it out. It tells of nothing and nobody can subscribe to it. */
export const testEventType = "webhook_endpoint.test";
export const testEventMeaning =
  "You asked for it. `session` and `sequence` are null, `data.object` is the endpoint.";
