import type { CallOptions } from "../options.ts";
import type { FilterOf, QueryOf } from "../routes.ts";
import type { LedgerEntry, Page } from "../types.ts";
import { Resource } from "./resource.ts";

/** The entries of each movement of money. */
export class LedgerEntries extends Resource {
  /** One page, newest first. */
  list(query: QueryOf<"GET /api/ledger/entries"> = {}, options?: CallOptions): Promise<Page<LedgerEntry>> {
    return this.api.call("GET /api/ledger/entries", { query }, options);
  }

  /** All that match, newest first, fetched page by page. */
  each(filter: FilterOf<"GET /api/ledger/entries"> = {}, options?: CallOptions): AsyncGenerator<LedgerEntry> {
    return this.api.each("GET /api/ledger/entries", filter, options);
  }

  /** All matching entries as CSV, oldest first. The response of fetch: its `body` is a stream. */
  exportCsv(query: QueryOf<"GET /api/ledger/entries.csv"> = {}, options?: CallOptions): Promise<Response> {
    return this.api.download("GET /api/ledger/entries.csv", { query }, options);
  }
}
