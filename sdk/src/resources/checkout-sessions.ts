import type { Transport } from "../transport.ts";
import type { BodyOf, CheckoutSession, ExpandedCheckoutSession, Page, QueryOf, Receipt } from "../types.ts";
import { type Cursor, through } from "./paging.ts";
import { at, type CallOptions, Sender } from "./sender.ts";

const sessions = "/api/checkout/sessions";
type SessionQuery = QueryOf<"listCheckoutSessions">;

/** Checkout sessions. Each is one purchase with its payment page. */
export class CheckoutSessions {
  readonly #send: Sender;

  constructor(transport: Transport) {
    this.#send = new Sender(transport);
  }

  /** Creates a session. Redirect the customer to its `url`. */
  create(params: BodyOf<"createCheckoutSession">, options: CallOptions = {}): Promise<CheckoutSession> {
    return this.#send.post(sessions, params, options);
  }

  /** With `expand: "payment"`, `payment` is the payment object instead of its id. */
  get(id: string): Promise<CheckoutSession>;
  get(id: string, query: { expand: "payment" }): Promise<ExpandedCheckoutSession>;
  get(id: string, query: { expand?: "payment" } = {}): Promise<CheckoutSession | ExpandedCheckoutSession> {
    return this.#send.get(at(sessions, id), query);
  }

  /** One page, newest first. */
  list(query: SessionQuery = {}): Promise<Page<CheckoutSession>> {
    return this.#send.get(sessions, query);
  }

  /** All matching sessions, newest first, fetched page by page: `for await (const session of kassa.checkout.sessions.each()) …` */
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

  /** The signed receipt of a paid session. It never changes. Store it unchanged, so that anyone can verify it. */
  receipt(id: string): Promise<Receipt> {
    return this.#send.get(at(sessions, id, "/receipt"));
  }

  /** Expires an open session, so that it can't be paid. */
  expire(id: string, options: CallOptions = {}): Promise<CheckoutSession> {
    return this.#send.post(at(sessions, id, "/expire"), undefined, options);
  }
}
