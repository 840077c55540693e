import { eventTypes, testEventMeaning, testEventType } from "./events/event-types.ts";

/** The component of the API's document that an event's object is, by the first words of the event's type. */
const objects = {
  "checkout.session.": "CheckoutSession",
  "payment.": "Payment",
  "refund.": "Refund",
  "dispute.": "Dispute",
  "webhook_endpoint.": "WebhookEndpoint",
} as const;

/** What Kassa sends for each type of event, for the API's document. */
export const webhookPayloads = [
  ...Object.entries(eventTypes),
  [testEventType, testEventMeaning] as const,
].map(([type, meaning]) => ({ type, meaning, object: objectOf(type) }));

function objectOf(type: string): string {
  const found = Object.entries(objects).find(([prefix]) => type.startsWith(prefix));
  if (!found) throw new Error(`no object is named for events of the type ${type}`);
  return found[1];
}
