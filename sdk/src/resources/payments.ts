import type { Transport } from "../transport.ts";
import type { BodyOf, Page, Payment, QueryOf } from "../types.ts";
import { type Cursor, through } from "./paging.ts";
import { at, type CallOptions, Sender } from "./sender.ts";

const payments = "/api/payments";
type PaymentQuery = QueryOf<"listPayments">;

/** Payments: the money authorized, captured and refunded for sessions. */
export class Payments {
  readonly #send: Sender;

  constructor(transport: Transport) {
    this.#send = new Sender(transport);
  }

  get(id: string): Promise<Payment> {
    return this.#send.get(at(payments, id));
  }

  /** One page, newest first. `search` takes an id, an e-mail address, a reference, the last four digits or an amount. */
  list(query: PaymentQuery = {}): Promise<Page<Payment>> {
    return this.#send.get(payments, query);
  }

  /** All matching payments, newest first, fetched page by page. */
  each(query: Omit<PaymentQuery, keyof Cursor> = {}): AsyncGenerator<Payment> {
    return through((cursor) => this.list({ limit: 100, ...query, ...cursor }));
  }

  /** Merges metadata by key; null deletes a key. */
  update(id: string, params: BodyOf<"updatePayment">, options: CallOptions = {}): Promise<Payment> {
    return this.#send.post(at(payments, id), params, options);
  }

  /** Captures a part of the authorized amount, or all that is left. A capture with `final: true` releases the rest. */
  capture(id: string, params: BodyOf<"capturePayment"> = {}, options: CallOptions = {}): Promise<Payment> {
    return this.#send.post(at(payments, id, "/capture"), params, options);
  }

  /** Releases the authorized amount that hasn't been captured. */
  void(id: string, options: CallOptions = {}): Promise<Payment> {
    return this.#send.post(at(payments, id, "/void"), undefined, options);
  }
}
