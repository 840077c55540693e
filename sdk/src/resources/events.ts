import type { Transport } from "../transport.ts";
import type { BodyOf, Event, Page, QueryOf, WebhookDelivery } from "../types.ts";
import { type Cursor, through } from "./paging.ts";
import { at, type CallOptions, Sender } from "./sender.ts";

const events = "/api/events";
type EventQuery = QueryOf<"listEvents">;

/** Records of changes, kept for 90 days. */
export class Events {
  readonly #send: Sender;

  constructor(transport: Transport) {
    this.#send = new Sender(transport);
  }

  get(id: string): Promise<Event> {
    return this.#send.get(at(events, id));
  }

  list(query: EventQuery = {}): Promise<Page<Event>> {
    return this.#send.get(events, query);
  }

  each(query: Omit<EventQuery, keyof Cursor> = {}): AsyncGenerator<Event> {
    return through((cursor) => this.list({ limit: 100, ...query, ...cursor }));
  }

  /** Sends an event again, to one endpoint or to all that subscribe to its type. Returns the new deliveries. */
  resend(
    id: string,
    params: BodyOf<"resendEvent"> = {},
    options: CallOptions = {},
  ): Promise<Page<WebhookDelivery>> {
    return this.#send.post(at(events, id, "/resend"), params, options);
  }
}
