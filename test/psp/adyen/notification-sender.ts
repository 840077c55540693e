import { DeliveryQueue } from "../common/delivery-queue.ts";
import type { NotificationItem } from "./notification-item.ts";
import { signed } from "./notifications.ts";
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
 * As good as 30 days. Kassa learns of a refund at Adyen by its notification alone, so a fake that gave up while the database was away
 * would lose what Adyen doesn't.
 */
const triesAtMost = 100;

/**
 * Delivers notifications until they are accepted, several in one message if a test wants it. (Adyen tries three times, then queues
 * and retries for 30 days.)
 */
export class NotificationSender extends DeliveryQueue<Delivery> {
  /** Every delivery that was tried, in order. */
  readonly sent: SentNotification[] = [];
  readonly #live: boolean;
  #endpoint: NotificationEndpoint | undefined;

  constructor(options: { readonly live: boolean; readonly retryMs: number }) {
    super((delivery, stopped) => this.#post(delivery, stopped), options.retryMs, triesAtMost);
    this.#live = options.live;
  }

  /** From now on, notifications go there. Without an endpoint, none are sent. */
  connect(endpoint: NotificationEndpoint): void {
    this.#endpoint = endpoint;
  }

  enqueue(item: NotificationItem): void {
    if (this.#endpoint) this.add([item]);
  }

  /** Delivers everything that was held in one message, and everything later at once again. */
  releaseInOneMessage(): void {
    this.releaseJoined((held) => held.flat());
  }

  async #post(delivery: Delivery, stopped: AbortSignal): Promise<boolean> {
    const endpoint = this.#endpoint;
    if (!endpoint) return true;
    const items = delivery.map((item) => signed(item, endpoint.hmacKey));
    const answer = await fetch(endpoint.url, {
      method: "POST",
      headers: headersOf(endpoint),
      body: JSON.stringify(toMessage(this.#live, items)),
      signal: AbortSignal.any([AbortSignal.timeout(10_000), stopped]),
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
}

function headersOf({ username, password }: NotificationEndpoint): Record<string, string> {
  const headers = { "content-type": "application/json; charset=UTF-8", "user-agent": "Adyen HttpClient 1.0" };
  if (username === undefined || password === undefined) return headers;
  const credentials = Buffer.from(`${username}:${password}`).toString("base64");
  return { ...headers, authorization: `Basic ${credentials}` };
}
