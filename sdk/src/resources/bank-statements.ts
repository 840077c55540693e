import type { Upload } from "../api.ts";
import type { CallOptions, ChangeOptions } from "../options.ts";
import type { FilterOf, MediaTypeOf, QueryOf } from "../routes.ts";
import type { Page, StatementImport } from "../types.ts";
import { Resource } from "./resource.ts";

/** A file, and how to read it. Without a media type, Kassa finds out what it is. */
export type StatementUpload = QueryOf<"POST /api/bank-statements"> &
  Pick<Upload, "content"> & {
    readonly mediaType?: MediaTypeOf<"POST /api/bank-statements">;
  };

/** Imported bank statements. */
export class BankStatements extends Resource {
  /** Imports a file: camt, MT940 or CSV. */
  import(
    { content, mediaType = "application/octet-stream", ...query }: StatementUpload,
    options?: ChangeOptions,
  ): Promise<StatementImport> {
    return this.api.upload("POST /api/bank-statements", { query }, { content, mediaType }, options);
  }

  get(id: string, options?: CallOptions): Promise<StatementImport> {
    return this.api.call("GET /api/bank-statements/{id}", { path: { id } }, options);
  }

  /** One page, newest first. */
  list(
    query: QueryOf<"GET /api/bank-statements"> = {},
    options?: CallOptions,
  ): Promise<Page<StatementImport>> {
    return this.api.call("GET /api/bank-statements", { query }, options);
  }

  /** All that match, newest first, fetched page by page. */
  each(
    filter: FilterOf<"GET /api/bank-statements"> = {},
    options?: CallOptions,
  ): AsyncGenerator<StatementImport> {
    return this.api.each("GET /api/bank-statements", filter, options);
  }
}
