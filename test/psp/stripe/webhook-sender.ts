import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
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

/**
 * Delivers events to the endpoints that want them, one after another, and again if they aren't answered by 2xx: up to five
 * times, after `retryMs` and then twice as long each time. (Stripe retries for three days.) Tests can hold, reorder,
 * duplicate, delay and drop deliveries.
 */
export class WebhookSender {
  /** Every delivery that was tried, in order. */
  readonly sent: SentNotification[] = [];
  readonly #state: State;
  readonly #retryMs: number;
  readonly #running = new Set<Promise<void>>();
  readonly #stopped = new AbortController();
  #last: Promise<void> = Promise.resolve();
  #held: Delivery[] | undefined;
  #extraCopies = 0;
  #delayMs = 0;
  #drops = 0;

  constructor(state: State, retryMs: number) {
    this.#state = state;
    this.#retryMs = retryMs;
  }

  enqueue(event: StripeEvent): void {
    const endpoints = [...this.#state.endpoints.values()].filter((endpoint) => wants(endpoint, event));
    event.pendingWebhooks = endpoints.length;
    const body = JSON.stringify(renderEvent(event), null, 2);
    for (const endpoint of endpoints) this.#enqueueDelivery({ event, endpoint, body });
  }

  #enqueueDelivery(delivery: Delivery): void {
    if (this.#drops > 0) {
      this.#drops -= 1;
      return;
    }
    const copies = Array.from({ length: 1 + this.#extraCopies }, () => delivery);
    if (this.#held) this.#held.push(...copies);
    else for (const copy of copies) this.#start(copy, this.#delayMs);
  }

  #start(delivery: Delivery, delayMs: number): void {
    const previous = delayMs === 0 ? this.#last : sleep(delayMs, undefined, { signal: this.#stopped.signal });
    const first = previous.then(() => this.#try(delivery)).catch(() => true);
    if (delayMs === 0) this.#last = first.then(() => {});
    const all = first.then(async (delivered) => {
      if (!delivered) await this.#retry(delivery);
    });
    this.#running.add(all);
    void all.finally(() => this.#running.delete(all));
  }

  async #retry(delivery: Delivery): Promise<void> {
    for (let attempt = 1; attempt < 5; attempt++) {
      const waited = await sleep(this.#retryMs * 2 ** (attempt - 1), true, {
        signal: this.#stopped.signal,
      }).catch(() => false);
      if (!waited || (await this.#try(delivery))) return;
    }
  }

  async #try({ event, endpoint, body }: Delivery): Promise<boolean> {
    if (this.#stopped.signal.aborted) return true;
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "stripe-signature": signatureOf(endpoint.secret, timestamp, body),
      "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
    };
    const signal = AbortSignal.any([AbortSignal.timeout(10_000), this.#stopped.signal]);
    const answer = await fetch(endpoint.url, {
      method: "POST",
      headers,
      body,
      signal,
      redirect: "manual",
    }).catch(() => undefined);
    await answer?.body?.cancel().catch(() => {});
    const status = answer?.status ?? 0;
    this.sent.push({ event: event.id, type: event.type, url: endpoint.url, status });
    const delivered = status >= 200 && status < 300;
    if (delivered) event.pendingWebhooks = Math.max(0, event.pendingWebhooks - 1);
    return delivered;
  }

  /** From now on, events wait until they are released. */
  hold(): void {
    this.#held ??= [];
  }

  /** Delivers what was held, and everything later at once again. */
  release(order: "in_order" | "reversed" = "in_order"): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const delivery of order === "reversed" ? held.reverse() : held) this.#start(delivery, 0);
  }

  /** Each event arrives so many times more. */
  duplicate(extraCopies: number): void {
    this.#extraCopies = extraCopies;
  }

  /** Each event arrives so much later, in any order. */
  delay(delayMs: number): void {
    this.#delayMs = delayMs;
  }

  /** The next deliveries never arrive. */
  drop(count: number): void {
    this.#drops += count;
  }

  /** Resolves when no delivery is under way or waits for a retry. Held ones don't count. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.settled();
  }
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
