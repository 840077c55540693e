import type { Transport } from "../transport.ts";
import type { BodyOf, Page, QueryOf, Refund } from "../types.ts";
import { type Cursor, through } from "./paging.ts";
import { at, type CallOptions, Sender } from "./sender.ts";

const refunds = "/api/refunds";
type RefundQuery = QueryOf<"listRefunds">;

/** Refunds of captured money. */
export class Refunds {
  readonly #send: Sender;

  constructor(transport: Transport) {
    this.#send = new Sender(transport);
  }

  /** Refunds a part of a payment, or all that is left. The refund may still be `pending`; an event reports its outcome. */
  create(params: BodyOf<"createRefund">, options: CallOptions = {}): Promise<Refund> {
    return this.#send.post(refunds, params, options);
  }

  get(id: string): Promise<Refund> {
    return this.#send.get(at(refunds, id));
  }

  /** Merges metadata by key; null deletes a key. */
  update(id: string, params: BodyOf<"updateRefund">, options: CallOptions = {}): Promise<Refund> {
    return this.#send.post(at(refunds, id), params, options);
  }

  list(query: RefundQuery = {}): Promise<Page<Refund>> {
    return this.#send.get(refunds, query);
  }

  each(query: Omit<RefundQuery, keyof Cursor> = {}): AsyncGenerator<Refund> {
    return through((cursor) => this.list({ limit: 100, ...query, ...cursor }));
  }
}
