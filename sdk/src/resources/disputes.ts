import type { Upload } from "../api.ts";
import type { CallOptions, ChangeOptions } from "../options.ts";
import type { BodyOf, FilterOf, MediaTypeOf, QueryOf } from "../routes.ts";
import type { Dispute, Page } from "../types.ts";
import { Resource } from "./resource.ts";

/** A file for a dispute's evidence. */
export type DisputeUpload = Upload<MediaTypeOf<"POST /api/disputes/{id}/files">> & {
  /** The file name that the bank sees. */
  readonly name: string;
};

/** Payments that customers dispute at their banks. */
export class Disputes extends Resource {
  get(id: string, options?: CallOptions): Promise<Dispute> {
    return this.api.call("GET /api/disputes/{id}", { path: { id } }, options);
  }

  /** One page, newest first. */
  list(query: QueryOf<"GET /api/disputes"> = {}, options?: CallOptions): Promise<Page<Dispute>> {
    return this.api.call("GET /api/disputes", { query }, options);
  }

  /** All that match, newest first, fetched page by page. */
  each(filter: FilterOf<"GET /api/disputes"> = {}, options?: CallOptions): AsyncGenerator<Dispute> {
    return this.api.each("GET /api/disputes", filter, options);
  }

  /** Saves evidence. `submit: true` sends it to the bank, which accepts evidence only once. */
  provideEvidence(
    id: string,
    body: BodyOf<"POST /api/disputes/{id}/evidence"> = {},
    options?: ChangeOptions,
  ): Promise<Dispute> {
    return this.api.call("POST /api/disputes/{id}/evidence", { path: { id }, body }, options);
  }

  /** Adds a file to the evidence, at most 5 MB. */
  uploadFile(id: string, { name, ...file }: DisputeUpload, options?: ChangeOptions): Promise<Dispute> {
    return this.api.upload("POST /api/disputes/{id}/files", { path: { id }, query: { name } }, file, options);
  }

  /** The response of fetch: read its `body`, `bytes()` or `blob()`. */
  downloadFile(id: string, fileId: string, options?: CallOptions): Promise<Response> {
    return this.api.download("GET /api/disputes/{id}/files/{fileId}", { path: { id, fileId } }, options);
  }

  /** Accepts a chargeback: the customer keeps the money. This can't be undone. */
  accept(id: string, options?: ChangeOptions): Promise<Dispute> {
    return this.api.call("POST /api/disputes/{id}/accept", { path: { id } }, options);
  }
}
