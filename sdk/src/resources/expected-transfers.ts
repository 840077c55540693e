import type { CallOptions } from "../options.ts";
import type { FilterOf, QueryOf } from "../routes.ts";
import type { ExpectedTransfer, ListedExpectedTransfer, Page } from "../types.ts";
import { Resource } from "./resource.ts";

/** Bank transfers that customers were asked for. */
export class ExpectedTransfers extends Resource {
  get(id: string, options?: CallOptions): Promise<ExpectedTransfer> {
    return this.api.call("GET /api/expected-transfers/{id}", { path: { id } }, options);
  }

  /** One page, newest first. */
  list(
    query: QueryOf<"GET /api/expected-transfers"> = {},
    options?: CallOptions,
  ): Promise<Page<ListedExpectedTransfer>> {
    return this.api.call("GET /api/expected-transfers", { query }, options);
  }

  /** All that match, newest first, fetched page by page. */
  each(
    filter: FilterOf<"GET /api/expected-transfers"> = {},
    options?: CallOptions,
  ): AsyncGenerator<ListedExpectedTransfer> {
    return this.api.each("GET /api/expected-transfers", filter, options);
  }
}
