import { createHmac } from "node:crypto";
import { DeliveryQueue, post } from "../common/delivery-queue.ts";
import { renderEvent } from "./render-other.ts";
import type { Endpoint, State, StripeEvent } from "./state.ts";

export type SentNotification = {
  readonly event: string;
  readonly type: string;
  readonly url: string;
  /** The receiver's status; 0 if it didn't answer. */
  readonly status: number;
};

type Delivery = { readonly event: StripeEvent; readonly endpoint: Endpoint; readonly body: string };

/** Delivers events to the endpoints that want them. */
export class WebhookSender extends DeliveryQueue<Delivery> {
  /** Every delivery that was tried, in order. */
  readonly sent: SentNotification[];
  readonly #state: State;

  constructor(state: State, retryMs: number) {
    const sent: SentNotification[] = [];
    super((delivery, stopped) => deliver(delivery, sent, stopped), retryMs);
    this.sent = sent;
    this.#state = state;
  }

  enqueue(event: StripeEvent): void {
    const endpoints = [...this.#state.endpoints.values()].filter((endpoint) => wants(endpoint, event));
    event.pendingWebhooks = endpoints.length;
    const body = JSON.stringify(renderEvent(event), null, 2);
    for (const endpoint of endpoints) this.add({ event, endpoint, body });
  }
}

async function deliver(
  { event, endpoint, body }: Delivery,
  sent: SentNotification[],
  stopped: AbortSignal,
): Promise<boolean> {
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "stripe-signature": signatureOf(endpoint.secret, timestamp, body),
    "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
  };
  const status = await post(endpoint.url, headers, body, stopped);
  sent.push({ event: event.id, type: event.type, url: endpoint.url, status });
  const delivered = status >= 200 && status < 300;
  if (delivered) event.pendingWebhooks = Math.max(0, event.pendingWebhooks - 1);
  return delivered;
}

function wants(endpoint: Endpoint, event: StripeEvent): boolean {
  const { enabledEvents, disabled, livemode } = endpoint;
  if (disabled || livemode !== event.livemode) return false;
  return enabledEvents.includes("*") || enabledEvents.includes(event.type);
}

/** The header Stripe-Signature. */
export function signatureOf(secret: string, timestamp: number, body: string): string {
  const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  return `t=${timestamp},v1=${signature}`;
}
