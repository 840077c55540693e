import { setTimeout as sleep } from "node:timers/promises";
import { type NotificationItem, signed } from "./notifications.ts";
import { toMessage } from "./specification.ts";

/** Where notifications go, as set up in Adyen's Customer Area. */
export type NotificationEndpoint = {
  readonly url: string;
  /** Hexadecimal. */
  readonly hmacKey: string;
  /** Sent as Basic authentication, if both are given. */
  readonly username?: string;
  readonly password?: string;
  /** Whether only the body `[accepted]` accepts, as it was once; any 2xx does if omitted. */
  readonly needsAcceptedBody?: boolean;
};

export type SentNotification = {
  readonly eventCodes: readonly string[];
  readonly pspReferences: readonly string[];
  /** The receiver's status; 0 if it didn't answer. */
  readonly status: number;
  readonly accepted: boolean;
};

type Delivery = readonly NotificationItem[];

/**
 * Delivers notifications one after another, and again until they are accepted: up to five times, after `retryMs` and then
 * twice as long each time. (Adyen tries three times, then queues and retries for 30 days.) Tests can hold, reorder, join,
 * duplicate, delay and drop deliveries.
 */
export class NotificationSender {
  /** Every delivery that was tried, in order. */
  readonly sent: SentNotification[] = [];
  readonly #live: boolean;
  readonly #retryMs: number;
  readonly #running = new Set<Promise<void>>();
  readonly #stopped = new AbortController();
  #endpoint: NotificationEndpoint | undefined;
  #last: Promise<void> = Promise.resolve();
  #held: Delivery[] | undefined;
  #extraCopies = 0;
  #delayMs = 0;
  #drops = 0;

  constructor(options: { readonly live: boolean; readonly retryMs: number }) {
    this.#live = options.live;
    this.#retryMs = options.retryMs;
  }

  /** From now on, notifications go there. Without an endpoint, none are sent. */
  connect(endpoint: NotificationEndpoint): void {
    this.#endpoint = endpoint;
  }

  enqueue(item: NotificationItem): void {
    if (!this.#endpoint) return;
    if (this.#drops > 0) {
      this.#drops -= 1;
      return;
    }
    const copies = Array.from({ length: 1 + this.#extraCopies }, () => [item]);
    if (this.#held) this.#held.push(...copies);
    else for (const copy of copies) this.#start(copy, this.#delayMs);
  }

  #start(delivery: Delivery, delayMs: number): void {
    const previous = delayMs === 0 ? this.#last : sleep(delayMs, undefined, { signal: this.#stopped.signal });
    const first = previous.then(() => this.#try(delivery)).catch(() => true);
    if (delayMs === 0) this.#last = first.then(() => {});
    const all = first.then(async (accepted) => {
      if (!accepted) await this.#retry(delivery);
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

  async #try(delivery: Delivery): Promise<boolean> {
    const endpoint = this.#endpoint;
    if (this.#stopped.signal.aborted || !endpoint) return true;
    const items = delivery.map((item) => signed(item, endpoint.hmacKey));
    const answer = await fetch(endpoint.url, {
      method: "POST",
      headers: headersOf(endpoint),
      body: JSON.stringify(toMessage(this.#live, items)),
      signal: AbortSignal.any([AbortSignal.timeout(10_000), this.#stopped.signal]),
      redirect: "manual",
    }).catch(() => undefined);
    const body = (await answer?.text().catch(() => "")) ?? "";
    const isGood = answer?.ok === true && (!endpoint.needsAcceptedBody || body.startsWith("[accepted]"));
    this.sent.push({
      eventCodes: items.map(({ eventCode }) => eventCode),
      pspReferences: items.map(({ pspReference }) => pspReference),
      status: answer?.status ?? 0,
      accepted: isGood,
    });
    return isGood;
  }

  /** From now on, notifications wait until they are released. */
  hold(): void {
    this.#held ??= [];
  }

  /** Delivers what was held, and everything later at once again. */
  release(order: "in_order" | "reversed" | "in_one_message" = "in_order"): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    if (order === "in_one_message") {
      if (held.length > 0) this.#start(held.flat(), 0);
      return;
    }
    for (const delivery of order === "reversed" ? held.reverse() : held) this.#start(delivery, 0);
  }

  /** Each notification arrives so many times more. */
  duplicate(extraCopies: number): void {
    this.#extraCopies = extraCopies;
  }

  /** Each notification arrives so much later, in any order. */
  delay(delayMs: number): void {
    this.#delayMs = delayMs;
  }

  /** The next notifications never arrive. */
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

function headersOf({ username, password }: NotificationEndpoint): Record<string, string> {
  const headers = { "content-type": "application/json; charset=UTF-8", "user-agent": "Adyen HttpClient 1.0" };
  if (username === undefined || password === undefined) return headers;
  const credentials = Buffer.from(`${username}:${password}`).toString("base64");
  return { ...headers, authorization: `Basic ${credentials}` };
}
