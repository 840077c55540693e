import type { CallOptions, ChangeOptions } from "../options.ts";
import type { BodyOf, FilterOf, QueryOf } from "../routes.ts";
import type { Page, PaymentLink } from "../types.ts";
import { Resource } from "./resource.ts";

/** Reusable links: each customer who begins to pay gets a checkout session of their own. */
export class PaymentLinks extends Resource {
  create(body: BodyOf<"POST /api/payment-links">, options?: ChangeOptions): Promise<PaymentLink> {
    return this.api.call("POST /api/payment-links", { body }, options);
  }

  get(id: string, options?: CallOptions): Promise<PaymentLink> {
    return this.api.call("GET /api/payment-links/{id}", { path: { id } }, options);
  }

  /** One page, newest first. */
  list(query: QueryOf<"GET /api/payment-links"> = {}, options?: CallOptions): Promise<Page<PaymentLink>> {
    return this.api.call("GET /api/payment-links", { query }, options);
  }

  /** All that match, newest first, fetched page by page. */
  each(filter: FilterOf<"GET /api/payment-links"> = {}, options?: CallOptions): AsyncGenerator<PaymentLink> {
    return this.api.each("GET /api/payment-links", filter, options);
  }

  update(
    id: string,
    body: BodyOf<"POST /api/payment-links/{id}">,
    options?: ChangeOptions,
  ): Promise<PaymentLink> {
    return this.api.call("POST /api/payment-links/{id}", { path: { id }, body }, options);
  }
}
