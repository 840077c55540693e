import type { CallOptions, ChangeOptions } from "../options.ts";
import type { BodyOf, FilterOf, QueryOf, ResponseOf } from "../routes.ts";
import type { Page, WebhookDelivery, WebhookEndpoint, WebhookEndpointWithSecret } from "../types.ts";
import { Resource } from "./resource.ts";

/** The URLs that events are sent to, and the deliveries to them. */
export class WebhookEndpoints extends Resource {
  /** The response contains the secret for `webhooks.verify`. It is shown only once. */
  create(
    body: BodyOf<"POST /api/webhook-endpoints">,
    options?: ChangeOptions,
  ): Promise<WebhookEndpointWithSecret> {
    return this.api.call("POST /api/webhook-endpoints", { body }, options);
  }

  get(id: string, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.api.call("GET /api/webhook-endpoints/{id}", { path: { id } }, options);
  }

  /** One page, newest first. */
  list(
    query: QueryOf<"GET /api/webhook-endpoints"> = {},
    options?: CallOptions,
  ): Promise<Page<WebhookEndpoint>> {
    return this.api.call("GET /api/webhook-endpoints", { query }, options);
  }

  /** All that match, newest first, fetched page by page. */
  each(
    filter: FilterOf<"GET /api/webhook-endpoints"> = {},
    options?: CallOptions,
  ): AsyncGenerator<WebhookEndpoint> {
    return this.api.each("GET /api/webhook-endpoints", filter, options);
  }

  update(
    id: string,
    body: BodyOf<"POST /api/webhook-endpoints/{id}">,
    options?: ChangeOptions,
  ): Promise<WebhookEndpoint> {
    return this.api.call("POST /api/webhook-endpoints/{id}", { path: { id }, body }, options);
  }

  delete(id: string, options?: CallOptions): Promise<ResponseOf<"DELETE /api/webhook-endpoints/{id}">> {
    return this.api.call("DELETE /api/webhook-endpoints/{id}", { path: { id } }, options);
  }

  /** Creates a new secret. For 7 days webhooks are also signed with the old one. */
  rotateSecret(id: string, options?: ChangeOptions): Promise<WebhookEndpointWithSecret> {
    return this.api.call("POST /api/webhook-endpoints/{id}/rotate-secret", { path: { id } }, options);
  }

  /** Sends the event `webhook_endpoint.test`. */
  test(id: string, options?: ChangeOptions): Promise<WebhookDelivery> {
    return this.api.call("POST /api/webhook-endpoints/{id}/test", { path: { id } }, options);
  }

  /** One page of the deliveries to an endpoint, each with its last request and response. */
  deliveries(
    id: string,
    query: QueryOf<"GET /api/webhook-endpoints/{id}/deliveries"> = {},
    options?: CallOptions,
  ): Promise<Page<WebhookDelivery>> {
    return this.api.call("GET /api/webhook-endpoints/{id}/deliveries", { path: { id }, query }, options);
  }

  /** All deliveries that match, newest first, fetched page by page. */
  eachDelivery(
    id: string,
    filter: FilterOf<"GET /api/webhook-endpoints/{id}/deliveries"> = {},
    options?: CallOptions,
  ): AsyncGenerator<WebhookDelivery> {
    return this.api.each("GET /api/webhook-endpoints/{id}/deliveries", filter, options, { id });
  }
}
