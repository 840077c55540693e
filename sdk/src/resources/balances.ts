import type { Transport } from "../transport.ts";
import type { Balance } from "../types.ts";
import { Sender } from "./sender.ts";

/** What the PSPs hold for the merchant, and the balance of every account. */
export class Balances {
  readonly #send: Sender;

  constructor(transport: Transport) {
    this.#send = new Sender(transport);
  }

  /** As it is now, in the key's mode. */
  get(): Promise<Balance> {
    return this.#send.get("/api/balance");
  }
}
