import type { CallOptions } from "../options.ts";
import type { FilterOf, QueryOf } from "../routes.ts";
import type { Page, Settlement } from "../types.ts";
import { Resource } from "./resource.ts";

/** What PSPs have paid out. */
export class Settlements extends Resource {
  /** One page, newest first. */
  list(query: QueryOf<"GET /api/settlements"> = {}, options?: CallOptions): Promise<Page<Settlement>> {
    return this.api.call("GET /api/settlements", { query }, options);
  }

  /** All that match, newest first, fetched page by page. */
  each(filter: FilterOf<"GET /api/settlements"> = {}, options?: CallOptions): AsyncGenerator<Settlement> {
    return this.api.each("GET /api/settlements", filter, options);
  }
}
