import { eventTypes, testEventMeaning, testEventType } from "./events/event-types.ts";

/** The schema in the OpenAPI document of an event's object, by the prefix of the event's type. */
const objects = {
  "checkout.session.": "CheckoutSession",
  "payment.": "Payment",
  "refund.": "Refund",
  "dispute.": "Dispute",
  "webhook_endpoint.": "WebhookEndpoint",
} as const;

/** The webhook payload of each event type, for the OpenAPI document. */
export const webhookPayloads = [
  ...Object.entries(eventTypes),
  [testEventType, testEventMeaning] as const,
].map(([type, meaning]) => ({ type, meaning, object: objectOf(type) }));

function objectOf(type: string): string {
  const found = Object.entries(objects).find(([prefix]) => type.startsWith(prefix));
  if (!found) throw new Error(`no schema is named for the object of events of type ${type}`);
  return found[1];
}
