import type { Transport } from "../transport.ts";
import type { AnswerOf, BodyOf, Page, QueryOf, WebhookDelivery, WebhookEndpoint } from "../types.ts";
import { at, type CallOptions, Sender } from "./sender.ts";

const endpoints = "/api/webhook-endpoints";

/** Where events are sent. */
export class WebhookEndpoints {
  readonly #send: Sender;

  constructor(transport: Transport) {
    this.#send = new Sender(transport);
  }

  /** The answer holds the secret for `verifyWebhook`, this once. */
  create(
    params: BodyOf<"createWebhookEndpoint">,
    options: CallOptions = {},
  ): Promise<AnswerOf<"createWebhookEndpoint">> {
    return this.#send.post(endpoints, params, options);
  }

  get(id: string): Promise<WebhookEndpoint> {
    return this.#send.get(at(endpoints, id));
  }

  list(query: QueryOf<"listWebhookEndpoints"> = {}): Promise<Page<WebhookEndpoint>> {
    return this.#send.get(endpoints, query);
  }

  update(
    id: string,
    params: BodyOf<"updateWebhookEndpoint">,
    options: CallOptions = {},
  ): Promise<WebhookEndpoint> {
    return this.#send.post(at(endpoints, id), params, options);
  }

  delete(id: string): Promise<AnswerOf<"deleteWebhookEndpoint">> {
    return this.#send.delete(at(endpoints, id));
  }

  /** A new secret; for 7 days webhooks are signed with the old one too. */
  rotateSecret(id: string, options: CallOptions = {}): Promise<AnswerOf<"rotateWebhookSecret">> {
    return this.#send.post(at(endpoints, id, "/rotate-secret"), undefined, options);
  }

  /** Sends `webhook_endpoint.test`. */
  test(id: string, options: CallOptions = {}): Promise<WebhookDelivery> {
    return this.#send.post(at(endpoints, id, "/test"), undefined, options);
  }

  /** What was sent there, with the last request and its answer. */
  deliveries(id: string, query: QueryOf<"listWebhookDeliveries"> = {}): Promise<Page<WebhookDelivery>> {
    return this.#send.get(at(endpoints, id, "/deliveries"), query);
  }
}
