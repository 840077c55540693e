import type { CallOptions, ChangeOptions } from "../options.ts";
import type { BodyOf, FilterOf, QueryOf } from "../routes.ts";
import type { Page, Payment } from "../types.ts";
import { PaymentNotes } from "./payment-notes.ts";
import { Resource } from "./resource.ts";

/** Payments: the money authorized, captured and refunded for sessions. */
export class Payments extends Resource {
  readonly notes = new PaymentNotes(this.api);

  get(id: string, options?: CallOptions): Promise<Payment> {
    return this.api.call("GET /api/payments/{id}", { path: { id } }, options);
  }

  /** One page, newest first. `search` takes an id, an e-mail address, a reference, the last four digits or an amount. */
  list(query: QueryOf<"GET /api/payments"> = {}, options?: CallOptions): Promise<Page<Payment>> {
    return this.api.call("GET /api/payments", { query }, options);
  }

  /** All that match, newest first, fetched page by page. */
  each(filter: FilterOf<"GET /api/payments"> = {}, options?: CallOptions): AsyncGenerator<Payment> {
    return this.api.each("GET /api/payments", filter, options);
  }

  /** Merges metadata by key; null deletes a key. */
  update(id: string, body: BodyOf<"POST /api/payments/{id}">, options?: ChangeOptions): Promise<Payment> {
    return this.api.call("POST /api/payments/{id}", { path: { id }, body }, options);
  }

  /** Puts tags on a payment, or takes them off. */
  tag(id: string, body: BodyOf<"POST /api/payments/{id}/tags">, options?: ChangeOptions): Promise<Payment> {
    return this.api.call("POST /api/payments/{id}/tags", { path: { id }, body }, options);
  }

  /** Captures a part of the authorized amount, or all that is left. A capture with `final: true` releases the rest. */
  capture(
    id: string,
    body: BodyOf<"POST /api/payments/{id}/capture"> = {},
    options?: ChangeOptions,
  ): Promise<Payment> {
    return this.api.call("POST /api/payments/{id}/capture", { path: { id }, body }, options);
  }

  /** Releases the authorized amount that hasn't been captured. */
  void(id: string, options?: ChangeOptions): Promise<Payment> {
    return this.api.call("POST /api/payments/{id}/void", { path: { id } }, options);
  }

  /** Accepts or returns a payment that needs review, because the PSP approved something other than was requested. */
  review(
    id: string,
    body: BodyOf<"POST /api/payments/{id}/review">,
    options?: ChangeOptions,
  ): Promise<Payment> {
    return this.api.call("POST /api/payments/{id}/review", { path: { id }, body }, options);
  }
}
