import type { CallOptions, ChangeOptions } from "../options.ts";
import type { BodyOf, FilterOf, QueryOf } from "../routes.ts";
import type { Event, Page, WebhookDelivery } from "../types.ts";
import { Resource } from "./resource.ts";

/** Records of changes, kept for 90 days. */
export class Events extends Resource {
  get(id: string, options?: CallOptions): Promise<Event> {
    return this.api.call("GET /api/events/{id}", { path: { id } }, options);
  }

  /** One page, newest first. */
  list(query: QueryOf<"GET /api/events"> = {}, options?: CallOptions): Promise<Page<Event>> {
    return this.api.call("GET /api/events", { query }, options);
  }

  /** All that match, newest first, fetched page by page. */
  each(filter: FilterOf<"GET /api/events"> = {}, options?: CallOptions): AsyncGenerator<Event> {
    return this.api.each("GET /api/events", filter, options);
  }

  /** Sends an event again, to one endpoint or to all that subscribe to its type. Returns the new deliveries. */
  resend(
    id: string,
    body: BodyOf<"POST /api/events/{id}/resend"> = {},
    options?: ChangeOptions,
  ): Promise<Page<WebhookDelivery>> {
    return this.api.call("POST /api/events/{id}/resend", { path: { id }, body }, options);
  }
}
