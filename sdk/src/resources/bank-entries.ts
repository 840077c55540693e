import type { CallOptions, ChangeOptions } from "../options.ts";
import type { BodyOf, FilterOf, QueryOf } from "../routes.ts";
import type { BankEntry, DecidedBankEntry, Page } from "../types.ts";
import { Resource } from "./resource.ts";

/** Entries of bank statements, and which expected transfers they pay. */
export class BankEntries extends Resource {
  get(id: string, options?: CallOptions): Promise<DecidedBankEntry> {
    return this.api.call("GET /api/bank-entries/{id}", { path: { id } }, options);
  }

  /** One page, newest first. */
  list(query: QueryOf<"GET /api/bank-entries"> = {}, options?: CallOptions): Promise<Page<BankEntry>> {
    return this.api.call("GET /api/bank-entries", { query }, options);
  }

  /** All that match, newest first, fetched page by page. */
  each(filter: FilterOf<"GET /api/bank-entries"> = {}, options?: CallOptions): AsyncGenerator<BankEntry> {
    return this.api.each("GET /api/bank-entries", filter, options);
  }

  /** Says which expected transfer the entry pays. */
  match(
    id: string,
    body: BodyOf<"POST /api/bank-entries/{id}/match"> = {},
    options?: ChangeOptions,
  ): Promise<DecidedBankEntry> {
    return this.api.call("POST /api/bank-entries/{id}/match", { path: { id }, body }, options);
  }

  /** Undoes a match. */
  unmatch(
    id: string,
    body: BodyOf<"POST /api/bank-entries/{id}/unmatch"> = {},
    options?: ChangeOptions,
  ): Promise<DecidedBankEntry> {
    return this.api.call("POST /api/bank-entries/{id}/unmatch", { path: { id }, body }, options);
  }

  /** Says that the entry pays no expected transfer. */
  ignore(
    id: string,
    body: BodyOf<"POST /api/bank-entries/{id}/ignore"> = {},
    options?: ChangeOptions,
  ): Promise<DecidedBankEntry> {
    return this.api.call("POST /api/bank-entries/{id}/ignore", { path: { id }, body }, options);
  }
}
