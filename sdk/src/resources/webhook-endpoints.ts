import type { Transport } from "../transport.ts";
import type { AnswerOf, BodyOf, Page, QueryOf, WebhookDelivery, WebhookEndpoint } from "../types.ts";
import { at, type CallOptions, Sender } from "./sender.ts";

const endpoints = "/api/webhook-endpoints";

/** The URLs that events are sent to, and the deliveries to them. */
export class WebhookEndpoints {
  readonly #send: Sender;

  constructor(transport: Transport) {
    this.#send = new Sender(transport);
  }

  /** The response contains the secret for `verifyWebhook`. It is shown only once. */
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

  /** Creates a new secret. For 7 days webhooks are also signed with the old one. */
  rotateSecret(id: string, options: CallOptions = {}): Promise<AnswerOf<"rotateWebhookSecret">> {
    return this.#send.post(at(endpoints, id, "/rotate-secret"), undefined, options);
  }

  /** Sends the event `webhook_endpoint.test`. */
  test(id: string, options: CallOptions = {}): Promise<WebhookDelivery> {
    return this.#send.post(at(endpoints, id, "/test"), undefined, options);
  }

  /** Deliveries to an endpoint, each with its last request and response. */
  deliveries(id: string, query: QueryOf<"listWebhookDeliveries"> = {}): Promise<Page<WebhookDelivery>> {
    return this.#send.get(at(endpoints, id, "/deliveries"), query);
  }
}
