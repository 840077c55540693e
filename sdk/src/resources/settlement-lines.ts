import type { CallOptions } from "../options.ts";
import type { FilterOf, QueryOf } from "../routes.ts";
import type { Page, SettlementLine } from "../types.ts";
import { Resource } from "./resource.ts";

/** What PSPs have booked: charges, refunds, fees and others, each matched to its payment. */
export class SettlementLines extends Resource {
  /** One page, newest first. */
  list(
    query: QueryOf<"GET /api/settlement-lines"> = {},
    options?: CallOptions,
  ): Promise<Page<SettlementLine>> {
    return this.api.call("GET /api/settlement-lines", { query }, options);
  }

  /** All that match, newest first, fetched page by page. */
  each(
    filter: FilterOf<"GET /api/settlement-lines"> = {},
    options?: CallOptions,
  ): AsyncGenerator<SettlementLine> {
    return this.api.each("GET /api/settlement-lines", filter, options);
  }
}
