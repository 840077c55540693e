import type { CallOptions, ChangeOptions } from "../options.ts";
import type { BodyOf, FilterOf, QueryOf } from "../routes.ts";
import type { BankRefund, Page } from "../types.ts";
import { Resource } from "./resource.ts";

/** Transfers that you have to send back to payers. */
export class BankRefunds extends Resource {
  get(id: string, options?: CallOptions): Promise<BankRefund> {
    return this.api.call("GET /api/bank-refunds/{id}", { path: { id } }, options);
  }

  /** One page, newest first. */
  list(query: QueryOf<"GET /api/bank-refunds"> = {}, options?: CallOptions): Promise<Page<BankRefund>> {
    return this.api.call("GET /api/bank-refunds", { query }, options);
  }

  /** All that match, newest first, fetched page by page. */
  each(filter: FilterOf<"GET /api/bank-refunds"> = {}, options?: CallOptions): AsyncGenerator<BankRefund> {
    return this.api.each("GET /api/bank-refunds", filter, options);
  }

  update(
    id: string,
    body: BodyOf<"POST /api/bank-refunds/{id}">,
    options?: ChangeOptions,
  ): Promise<BankRefund> {
    return this.api.call("POST /api/bank-refunds/{id}", { path: { id }, body }, options);
  }
}
