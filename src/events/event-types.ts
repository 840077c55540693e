/** All event types, with their descriptions for docs/reference/events.md. */
export const eventTypes = {
  "checkout.session.completed":
    "The customer has finished paying. If `paymentStatus` is `processing`, the money hasn't arrived yet.",
  "checkout.session.extended":
    "The customer asked for more time: the open session ends 30 minutes later. `expiresAt` is the new end.",
  "checkout.session.expired": "The session ended without a payment.",
  "checkout.session.async_payment_succeeded": "The money of a delayed payment method arrived.",
  "checkout.session.async_payment_failed": "A delayed payment method failed after the session was completed.",
  "payment.attempt_failed": "An attempt was declined. The session is still open: the customer can try again.",
  "payment.failed":
    "The payment failed and took no money: its last attempt was declined, and the session accepts no further attempt.",
  "payment.authorized": "The amount is authorized and can be captured.",
  "payment.captured": "The money was captured.",
  "payment.capture_failed":
    "A capture failed: at once, or days after `payment.captured` reported it. `captures` has the reason, or the `failed` one in `attempts` if the money was captured with its approval; `amountCaptured` is what you still have, `amountCapturable` what can still be captured.",
  "payment.needs_review":
    "The PSP approved a different amount, currency or capture method than requested. It doesn't count as paid until you accept it; you can also return it. `amountReceived` is the approved amount.",
  "payment.voided":
    "The rest of an authorization was released: by a void, or because the authorization expired. `status` is `captured` if a part was captured before.",
  "payment.void_failed":
    "A void that you requested failed. The newest `failed` one in `voids` has the reason.",
  "payment.late_funds":
    "Money arrived or was approved after Kassa had declined the attempt or expired the session. It is refunded or kept, as the setting `lateFunds` says.",
  "payment.partially_funded":
    "A part of a bank transfer arrived: `amountReceived` of `amount`. The payment waits for the rest.",
  "payment.overfunded":
    "A bank transfer exceeded the requested amount. The payment is captured. The surplus, counted in `amountLate`, is refunded or kept, as the setting `lateFunds` says.",
  "refund.created":
    "A refund was requested: by the API, by Kassa itself, or in the PSP's dashboard (`origin`). `status` says whether it has succeeded already.",
  "refund.succeeded": "The refund is on its way to the customer.",
  "refund.failed": "The refund failed, or the customer's bank sent it back. The money is yours again.",
  "dispute.opened": "The customer's bank requests information about a payment, or takes the money back.",
  "dispute.updated": "A dispute changed: evidence was sent, or an inquiry became a chargeback.",
  "dispute.closed":
    "A dispute ended: won, lost, or closed without a chargeback. Sent again if it is decided otherwise later.",
  "dispute.reopened":
    "A dispute that had ended is open again: the customer's bank has taken the money once more, or examines it again.",
} as const;

export type EventType = keyof typeof eventTypes;

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(eventTypes, text);
}

/** Sent on request to one endpoint as a test. Endpoints can't subscribe to it. */
export const testEventType = "webhook_endpoint.test";
export const testEventMeaning =
  "A test that you requested. `session` and `sequence` are null, `data.object` is the endpoint.";
