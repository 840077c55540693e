import type { CallOptions, ChangeOptions } from "../options.ts";
import type { BodyOf, FilterOf, QueryOf } from "../routes.ts";
import type { Page, Refund } from "../types.ts";
import { Resource } from "./resource.ts";

/** Refunds of captured money. */
export class Refunds extends Resource {
  /** Refunds a part of a payment, or all that is left. The refund may still be `pending`; an event reports its outcome. */
  create(body: BodyOf<"POST /api/refunds">, options?: ChangeOptions): Promise<Refund> {
    return this.api.call("POST /api/refunds", { body }, options);
  }

  get(id: string, options?: CallOptions): Promise<Refund> {
    return this.api.call("GET /api/refunds/{id}", { path: { id } }, options);
  }

  /** One page, newest first. */
  list(query: QueryOf<"GET /api/refunds"> = {}, options?: CallOptions): Promise<Page<Refund>> {
    return this.api.call("GET /api/refunds", { query }, options);
  }

  /** All that match, newest first, fetched page by page. */
  each(filter: FilterOf<"GET /api/refunds"> = {}, options?: CallOptions): AsyncGenerator<Refund> {
    return this.api.each("GET /api/refunds", filter, options);
  }

  /** Merges metadata by key; null deletes a key. */
  update(id: string, body: BodyOf<"POST /api/refunds/{id}">, options?: ChangeOptions): Promise<Refund> {
    return this.api.call("POST /api/refunds/{id}", { path: { id }, body }, options);
  }
}
