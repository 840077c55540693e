/** Everything that Kassa tells a merchant's server, with the sentence that the docs say of it. */
export const eventTypes = {
  "checkout.session.completed":
    "The consumer finished paying. With paymentStatus `processing` the money is still on its way.",
  "checkout.session.expired": "The session ended without a payment.",
  "checkout.session.async_payment_succeeded": "The money of a delayed payment method arrived.",
  "checkout.session.async_payment_failed": "A delayed payment method failed after the session was completed.",
  "payment.authorized": "The money is reserved and waits to be captured.",
  "payment.captured": "The money was captured.",
  "payment.voided": "An authorization was released without capture.",
  "payment.failed": "An attempt to pay was declined. The consumer can try again while the session is open.",
} as const;

export type EventType = keyof typeof eventTypes;

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(eventTypes, text);
}

/** Sent on request to a single endpoint, to try it out. It tells of nothing and nobody can subscribe to it. */
export const testEventType = "webhook_endpoint.test";
