import type { CallOptions, ChangeOptions } from "../options.ts";
import type { BodyOf, FilterOf, QueryOf } from "../routes.ts";
import type { CheckoutSession, ExpandedCheckoutSession, Page, Receipt } from "../types.ts";
import { Resource } from "./resource.ts";

/** Checkout sessions. Each is one purchase with its payment page. */
export class CheckoutSessions extends Resource {
  /** Creates a session. Redirect the customer to its `url`. */
  create(body: BodyOf<"POST /api/checkout/sessions">, options?: ChangeOptions): Promise<CheckoutSession> {
    return this.api.call("POST /api/checkout/sessions", { body }, options);
  }

  /** With `expand: "payment"`, `payment` is the payment object instead of its id. */
  get(id: string, query?: { expand?: undefined }, options?: CallOptions): Promise<CheckoutSession>;
  get(id: string, query: { expand: "payment" }, options?: CallOptions): Promise<ExpandedCheckoutSession>;
  get(
    id: string,
    query: { expand?: "payment" | undefined } = {},
    options?: CallOptions,
  ): Promise<CheckoutSession | ExpandedCheckoutSession> {
    const expand = query.expand ? { expand: query.expand } : {};
    return this.api.call("GET /api/checkout/sessions/{id}", { path: { id }, query: expand }, options);
  }

  /** One page, newest first. */
  list(
    query: QueryOf<"GET /api/checkout/sessions"> = {},
    options?: CallOptions,
  ): Promise<Page<CheckoutSession>> {
    return this.api.call("GET /api/checkout/sessions", { query }, options);
  }

  /** All that match, newest first, fetched page by page. */
  each(
    filter: FilterOf<"GET /api/checkout/sessions"> = {},
    options?: CallOptions,
  ): AsyncGenerator<CheckoutSession> {
    return this.api.each("GET /api/checkout/sessions", filter, options);
  }

  /** Merges metadata by key; null deletes a key. */
  update(
    id: string,
    body: BodyOf<"POST /api/checkout/sessions/{id}">,
    options?: ChangeOptions,
  ): Promise<CheckoutSession> {
    return this.api.call("POST /api/checkout/sessions/{id}", { path: { id }, body }, options);
  }

  /** Expires an open session, so that it can't be paid. */
  expire(id: string, options?: ChangeOptions): Promise<CheckoutSession> {
    return this.api.call("POST /api/checkout/sessions/{id}/expire", { path: { id } }, options);
  }

  /** The signed receipt of a paid session. It never changes. Store it unchanged, so that anyone can verify it. */
  receipt(id: string, options?: CallOptions): Promise<Receipt> {
    return this.api.call("GET /api/checkout/sessions/{id}/receipt", { path: { id } }, options);
  }
}
