/** The events that the fake sends, by their names in PayPal's list (developer.paypal.com/api/rest/webhooks/event-names). */
export const eventTypes = {
  "CHECKOUT.ORDER.APPROVED": ["checkout-order", "2.0", "An order has been approved by buyer"],
  "CHECKOUT.ORDER.COMPLETED": ["checkout-order", "2.0", "Checkout Order Completed"],
  "CHECKOUT.PAYMENT-APPROVAL.REVERSED": ["checkout-order", "2.0", "A payment approval was reversed"],
  "PAYMENT.AUTHORIZATION.CREATED": ["authorization", "2.0", "A payment authorization was created"],
  "PAYMENT.AUTHORIZATION.VOIDED": ["authorization", "2.0", "A payment authorization was voided"],
  "PAYMENT.CAPTURE.COMPLETED": ["capture", "2.0", "Payment completed"],
  "PAYMENT.CAPTURE.PENDING": ["capture", "2.0", "Payment pending"],
  "PAYMENT.CAPTURE.DECLINED": ["capture", "2.0", "A payment capture was declined"],
  "PAYMENT.CAPTURE.DENIED": ["capture", "2.0", "A payment capture was denied"],
  "PAYMENT.CAPTURE.REFUNDED": ["refund", "2.0", "A payment capture was refunded"],
  "PAYMENT.CAPTURE.REVERSED": ["refund", "2.0", "A payment capture was reversed"],
  "PAYMENT.REFUND.PENDING": ["refund", "2.0", "A refund is pending"],
  "PAYMENT.REFUND.FAILED": ["refund", "2.0", "A refund failed"],
  "CUSTOMER.DISPUTE.CREATED": ["dispute", "1.0", "A new dispute opened"],
  "CUSTOMER.DISPUTE.UPDATED": ["dispute", "1.0", "A dispute was updated"],
  "CUSTOMER.DISPUTE.RESOLVED": ["dispute", "1.0", "A dispute was resolved"],
} as const satisfies Record<string, readonly [string, string, string]>;

export type EventName = keyof typeof eventTypes;

export function isEventName(name: string): name is EventName {
  return Object.hasOwn(eventTypes, name);
}
