import { Webhook } from "standardwebhooks";
import type { Event } from "./types.ts";

export { WebhookVerificationError } from "standardwebhooks";

type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The event of a webhook, if it is genuine: signed with the endpoint's secret, and not older than five minutes.
 *
 * @param payload the body as it came, before any parser has touched it
 * @throws WebhookVerificationError when it isn't genuine; answer 400 then
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
