import { createHmac } from "node:crypto";
import { DeliveryQueue, post } from "../common/delivery-queue.ts";
import { type MollieEvent, makeId, type Payment, type State, type Subscription } from "./state.ts";

export type SentNotification = {
  /** `classic`: to the payment's webhookUrl, with its id only. `event`: to a subscription, signed. */
  readonly kind: "classic" | "event";
  readonly payment: string;
  /** Of an event. */
  readonly type: string | null;
  readonly url: string;
  /** The receiver's status; 0 if it didn't answer. */
  readonly status: number;
};

type Delivery = {
  readonly notification: Omit<SentNotification, "status">;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Sends both kinds of notifications. */
export class Notifier extends DeliveryQueue<Delivery> {
  /** Every delivery that was tried, in order. */
  readonly sent: SentNotification[];
  readonly #state: State;
  readonly #renderEvent: (event: MollieEvent) => object;

  constructor(state: State, retryMs: number, renderEvent: (event: MollieEvent) => object) {
    const sent: SentNotification[] = [];
    super((delivery, stopped) => deliver(delivery, sent, stopped), retryMs);
    this.sent = sent;
    this.#state = state;
    this.#renderEvent = renderEvent;
  }

  /** Says that something about the payment has changed, and nothing more. */
  sendClassic({ id, details: { webhookUrl } }: Payment): void {
    if (webhookUrl === null) return;
    this.add({
      notification: { kind: "classic", payment: id, type: null, url: webhookUrl },
      body: `id=${id}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  }

  /** Sends an event with the payment as it is now, or as `entity` says, to the subscriptions that want it. */
  sendEvent({ id, livemode }: Payment, type: string, entity: object, created: number): void {
    const event: MollieEvent = {
      id: makeId("event"),
      livemode,
      created,
      type,
      entityId: id,
      entity: structuredClone(entity),
    };
    this.#state.events.set(event.id, event);
    const body = JSON.stringify(this.#renderEvent(event));
    for (const subscription of this.#state.subscriptions.values())
      if (wants(subscription, event))
        this.add({
          notification: { kind: "event", payment: id, type, url: subscription.url },
          body,
          headers: {
            "content-type": "application/json",
            // Two header lines arrive as one with a comma.
            "x-mollie-signature": subscription.secrets.map((secret) => signatureOf(secret, body)).join(", "),
          },
        });
  }
}

async function deliver(
  { notification, body, headers }: Delivery,
  sent: SentNotification[],
  stopped: AbortSignal,
): Promise<boolean> {
  const agent = { "user-agent": "Mollie HTTP client/1.0" };
  const status = await post(notification.url, { ...agent, ...headers }, body, stopped);
  sent.push({ ...notification, status });
  return status >= 200 && status < 300;
}

function wants({ livemode, eventTypes }: Subscription, event: MollieEvent): boolean {
  return livemode === event.livemode && (eventTypes.includes("*") || eventTypes.includes(event.type));
}

/** A value of the header X-Mollie-Signature: no time is signed, so an old notification stays valid. */
export function signatureOf(secret: string, body: string): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}
