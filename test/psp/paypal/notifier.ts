import { randomUUID } from "node:crypto";
import { DeliveryQueue, post } from "../common/delivery-queue.ts";
import { authAlgo, makeSigningKey, type SigningKey, signatureOf, signedText } from "./signer.ts";
import type { Webhook, WebhookEvent } from "./state.ts";
import { toTime } from "./world.ts";

export type SentEvent = {
  readonly id: string;
  readonly type: string;
  readonly webhook: string;
  readonly transmissionId: string;
  /** The receiver's status; 0 if it didn't answer. */
  readonly status: number;
};

type Delivery = { readonly event: WebhookEvent; readonly webhook: Webhook; readonly forged: boolean };

type Sender = { readonly url: () => string; readonly now: () => number };

/** Sends events. Each try is a transmission with an id, time and signature of its own. */
export class Notifier extends DeliveryQueue<Delivery> {
  /** Every delivery that was tried, in order. */
  readonly sent: SentEvent[];
  readonly #sender: Sender;
  #key: SigningKey;
  /** By the ids in their addresses: that of the current key, and those before. */
  readonly certificates = new Map<string, string>();

  constructor(retryMs: number, sender: Sender) {
    const sent: SentEvent[] = [];
    super((delivery, stopped) => this.#deliver(delivery, stopped), retryMs);
    this.sent = sent;
    this.#sender = sender;
    this.#key = this.rotateKey();
  }

  /** From now on, transmissions are signed with another key. The certificate of the one before stays available. */
  rotateKey(): SigningKey {
    this.#key = makeSigningKey(this.#sender.now());
    this.certificates.set(this.#key.id, this.#key.certificate);
    return this.#key;
  }

  /** @param forged whether it is signed by a key that isn't the certificate's, as by somebody who isn't PayPal */
  sendTo(webhook: Webhook, event: WebhookEvent, forged = false): void {
    this.add({ webhook, event, forged });
  }

  async #deliver({ event, webhook, forged }: Delivery, stopped: AbortSignal): Promise<boolean> {
    const body = JSON.stringify(event.body);
    const transmissionId = randomUUID();
    const time = toTime(this.#sender.now());
    const key = forged ? makeSigningKey(this.#sender.now()) : this.#key;
    const headers = {
      "content-type": "application/json",
      "user-agent": "PayPal/AUHR-214.0-56130440",
      "paypal-auth-algo": authAlgo,
      "paypal-auth-version": "v2",
      "paypal-cert-url": `${this.#sender.url()}/v1/notifications/certs/${this.#key.id}`,
      "paypal-transmission-id": transmissionId,
      "paypal-transmission-sig": signatureOf(signedText(transmissionId, time, webhook.id, body), key),
      "paypal-transmission-time": time,
      "correlation-id": transmissionId.slice(0, 13),
    };
    const status = await post(webhook.url, headers, body, stopped);
    this.sent.push({ id: event.id, type: event.type, webhook: webhook.id, transmissionId, status });
    return status >= 200 && status < 300;
  }
}
