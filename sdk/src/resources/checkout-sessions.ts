import type { Transport } from "../transport.ts";
import type { BodyOf, CheckoutSession, ExpandedCheckoutSession, Page, QueryOf, Receipt } from "../types.ts";
import { type Cursor, through } from "./paging.ts";
import { at, type CallOptions, Sender } from "./sender.ts";

const sessions = "/api/checkout/sessions";
type SessionQuery = QueryOf<"listCheckoutSessions">;

/** One purchase to be paid, with its page. */
export class CheckoutSessions {
  readonly #send: Sender;

  constructor(transport: Transport) {
    this.#send = new Sender(transport);
  }

  /** Makes a session. Send the consumer to the `url` of the answer. */
  create(params: BodyOf<"createCheckoutSession">, options: CallOptions = {}): Promise<CheckoutSession> {
    return this.#send.post(sessions, params, options);
  }

  /** With `expand: "payment"` the answer's `payment` is the whole payment in place of its id. */
  get(id: string): Promise<CheckoutSession>;
  get(id: string, query: { expand: "payment" }): Promise<ExpandedCheckoutSession>;
  get(id: string, query: { expand?: "payment" } = {}): Promise<CheckoutSession | ExpandedCheckoutSession> {
    return this.#send.get(at(sessions, id), query);
  }

  /** One page, newest first. */
  list(query: SessionQuery = {}): Promise<Page<CheckoutSession>> {
    return this.#send.get(sessions, query);
  }

  /** All that match, newest first: `for await (const session of kassa.checkout.sessions.each()) …` */
  each(query: Omit<SessionQuery, keyof Cursor> = {}): AsyncGenerator<CheckoutSession> {
    return through((cursor) => this.list({ limit: 100, ...query, ...cursor }));
  }

  /** Merges metadata by key; null deletes a key. */
  update(
    id: string,
    params: BodyOf<"updateCheckoutSession">,
    options: CallOptions = {},
  ): Promise<CheckoutSession> {
    return this.#send.post(at(sessions, id), params, options);
  }

  /** The signed receipt of a paid session: what was paid, for good. Keep it as it is; who has it can verify it. */
  receipt(id: string): Promise<Receipt> {
    return this.#send.get(at(sessions, id, "/receipt"));
  }

  /** Ends an open session, so that it can't be paid any more. */
  expire(id: string, options: CallOptions = {}): Promise<CheckoutSession> {
    return this.#send.post(at(sessions, id, "/expire"), undefined, options);
  }
}
