import { Webhook } from "standardwebhooks";
import type { Event } from "./types.ts";

export { WebhookVerificationError } from "standardwebhooks";

type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Verifies a webhook and returns its event. It must be signed with the endpoint's secret and not be older than five minutes.
 *
 * @param payload the raw request body, before any parser has changed it
 * @throws WebhookVerificationError if it isn't genuine; respond with 400 then
 */
export function verifyWebhook(payload: string | Uint8Array, headers: HeaderSource, secret: string): Event {
  const text = typeof payload === "string" ? payload : new TextDecoder().decode(payload);
  return new Webhook(secret).verify(text, {
    "webhook-id": headerOf(headers, "webhook-id"),
    "webhook-timestamp": headerOf(headers, "webhook-timestamp"),
    "webhook-signature": headerOf(headers, "webhook-signature"),
  }) as Event;
}

function headerOf(headers: HeaderSource, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return typeof value === "string" ? value : "";
}
