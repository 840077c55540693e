import type { CallOptions, ChangeOptions } from "../options.ts";
import type { BodyOf, FilterOf, QueryOf, ResponseOf } from "../routes.ts";
import type { Export, Page } from "../types.ts";
import { Resource } from "./resource.ts";

/** Files of all payments that filters find, made in the background. */
export class Exports extends Resource {
  create(body: BodyOf<"POST /api/exports">, options?: ChangeOptions): Promise<Export> {
    return this.api.call("POST /api/exports", { body }, options);
  }

  get(id: string, options?: CallOptions): Promise<Export> {
    return this.api.call("GET /api/exports/{id}", { path: { id } }, options);
  }

  /** One page, newest first. */
  list(query: QueryOf<"GET /api/exports"> = {}, options?: CallOptions): Promise<Page<Export>> {
    return this.api.call("GET /api/exports", { query }, options);
  }

  /** All that match, newest first, fetched page by page. */
  each(filter: FilterOf<"GET /api/exports"> = {}, options?: CallOptions): AsyncGenerator<Export> {
    return this.api.each("GET /api/exports", filter, options);
  }

  /** The file of a completed export. The response of fetch: its `body` is a stream. */
  download(id: string, options?: CallOptions): Promise<Response> {
    return this.api.download("GET /api/exports/{id}/content", { path: { id } }, options);
  }

  /** Deletes the export, or cancels it while it is being made. */
  delete(id: string, options?: CallOptions): Promise<ResponseOf<"DELETE /api/exports/{id}">> {
    return this.api.call("DELETE /api/exports/{id}", { path: { id } }, options);
  }
}
