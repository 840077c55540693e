import type { Upload } from "../api.ts";
import type { CallOptions, ChangeOptions } from "../options.ts";
import type { FilterOf, MediaTypeOf, QueryOf } from "../routes.ts";
import type { Page, Settlement, SettlementReportImport } from "../types.ts";
import { Resource } from "./resource.ts";

/** A PSP's settlement report, and the connector account that it is of. */
export type SettlementReportUpload = QueryOf<"POST /api/settlements"> &
  Pick<Upload, "content"> & {
    readonly mediaType?: MediaTypeOf<"POST /api/settlements">;
  };

/** What PSPs have paid out. */
export class Settlements extends Resource {
  /** Imports a report: Adyen's settlement details. */
  importReport(
    { content, mediaType = "text/csv", ...query }: SettlementReportUpload,
    options?: ChangeOptions,
  ): Promise<SettlementReportImport> {
    return this.api.upload("POST /api/settlements", { query }, { content, mediaType }, options);
  }

  /** One page, newest first. */
  list(query: QueryOf<"GET /api/settlements"> = {}, options?: CallOptions): Promise<Page<Settlement>> {
    return this.api.call("GET /api/settlements", { query }, options);
  }

  /** All that match, newest first, fetched page by page. */
  each(filter: FilterOf<"GET /api/settlements"> = {}, options?: CallOptions): AsyncGenerator<Settlement> {
    return this.api.each("GET /api/settlements", filter, options);
  }
}
