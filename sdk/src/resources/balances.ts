import type { Transport } from "../transport.ts";
import type { Balance } from "../types.ts";
import { Sender } from "./sender.ts";

/** Where the merchant's money is, and the balance of every ledger account. */
export class Balances {
  readonly #send: Sender;

  constructor(transport: Transport) {
    this.#send = new Sender(transport);
  }

  /** The current balance in the key's mode. */
  get(): Promise<Balance> {
    return this.#send.get("/api/balance");
  }
}
