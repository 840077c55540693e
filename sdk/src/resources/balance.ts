import type { CallOptions } from "../options.ts";
import type { Balance } from "../types.ts";
import { Resource } from "./resource.ts";

/** Where the merchant's money is, and the balance of every ledger account. */
export class Balances extends Resource {
  /** The current balance in the key's mode. */
  get(options?: CallOptions): Promise<Balance> {
    return this.api.call("GET /api/balance", {}, options);
  }
}
