import { Webhook } from "standardwebhooks";

export type Message = {
  /** The event's id: the same on every retry and resend, so that receivers can tell what they have seen. */
  readonly id: string;
  readonly body: string;
  /** When this attempt is made. Receivers refuse what is more than five minutes off. */
  readonly timestamp: Date;
};

/**
 * The headers of a webhook by the Standard Webhooks specification. With two secrets (after a rotation) it is signed by
 * each, and a receiver that knows either of them accepts it.
 */
export function signedHeaders(message: Message, secrets: readonly string[]): Record<string, string> {
  const signatures = secrets.map((secret) =>
    new Webhook(secret).sign(message.id, message.timestamp, message.body),
  );
  return {
    "content-type": "application/json",
    "user-agent": "Kassa-Webhooks/1",
    "webhook-id": message.id,
    "webhook-timestamp": String(Math.floor(message.timestamp.getTime() / 1000)),
    "webhook-signature": signatures.join(" "),
  };
}
