import type { CallOptions, ChangeOptions } from "../options.ts";
import type { BodyOf, FilterOf, QueryOf } from "../routes.ts";
import type { BankRefundFile, Page } from "../types.ts";
import { Resource } from "./resource.ts";

/** Payment files with bank refunds, for your bank. */
export class BankRefundFiles extends Resource {
  create(body: BodyOf<"POST /api/bank-refund-files">, options?: ChangeOptions): Promise<BankRefundFile> {
    return this.api.call("POST /api/bank-refund-files", { body }, options);
  }

  get(id: string, options?: CallOptions): Promise<BankRefundFile> {
    return this.api.call("GET /api/bank-refund-files/{id}", { path: { id } }, options);
  }

  /** One page, newest first. */
  list(
    query: QueryOf<"GET /api/bank-refund-files"> = {},
    options?: CallOptions,
  ): Promise<Page<BankRefundFile>> {
    return this.api.call("GET /api/bank-refund-files", { query }, options);
  }

  /** All that match, newest first, fetched page by page. */
  each(
    filter: FilterOf<"GET /api/bank-refund-files"> = {},
    options?: CallOptions,
  ): AsyncGenerator<BankRefundFile> {
    return this.api.each("GET /api/bank-refund-files", filter, options);
  }

  update(
    id: string,
    body: BodyOf<"POST /api/bank-refund-files/{id}">,
    options?: ChangeOptions,
  ): Promise<BankRefundFile> {
    return this.api.call("POST /api/bank-refund-files/{id}", { path: { id }, body }, options);
  }

  /** The file itself. The response of fetch: read its `body`, `bytes()` or `text()`. */
  content(id: string, options?: CallOptions): Promise<Response> {
    return this.api.download("GET /api/bank-refund-files/{id}/content", { path: { id } }, options);
  }
}
