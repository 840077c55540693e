import type { CallOptions, ChangeOptions } from "../options.ts";
import type { BodyOf, FilterOf, QueryOf } from "../routes.ts";
import type { MerchantBankAccount, Page } from "../types.ts";
import { Resource } from "./resource.ts";

/** Your own accounts for bank transfers without a PSP. */
export class BankAccounts extends Resource {
  create(body: BodyOf<"POST /api/bank-accounts">, options?: ChangeOptions): Promise<MerchantBankAccount> {
    return this.api.call("POST /api/bank-accounts", { body }, options);
  }

  get(id: string, options?: CallOptions): Promise<MerchantBankAccount> {
    return this.api.call("GET /api/bank-accounts/{id}", { path: { id } }, options);
  }

  /** One page, newest first. */
  list(
    query: QueryOf<"GET /api/bank-accounts"> = {},
    options?: CallOptions,
  ): Promise<Page<MerchantBankAccount>> {
    return this.api.call("GET /api/bank-accounts", { query }, options);
  }

  /** All that match, newest first, fetched page by page. */
  each(
    filter: FilterOf<"GET /api/bank-accounts"> = {},
    options?: CallOptions,
  ): AsyncGenerator<MerchantBankAccount> {
    return this.api.each("GET /api/bank-accounts", filter, options);
  }

  update(
    id: string,
    body: BodyOf<"POST /api/bank-accounts/{id}">,
    options?: ChangeOptions,
  ): Promise<MerchantBankAccount> {
    return this.api.call("POST /api/bank-accounts/{id}", { path: { id }, body }, options);
  }
}
