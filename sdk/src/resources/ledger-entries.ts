import type { Transport } from "../transport.ts";
import type { LedgerEntry, Page, QueryOf } from "../types.ts";
import { type Cursor, through } from "./paging.ts";
import { Sender } from "./sender.ts";

const entries = "/api/ledger/entries";
type EntryQuery = QueryOf<"listLedgerEntries">;

/** The ledger: the entries of each movement of money. */
export class LedgerEntries {
  readonly #send: Sender;

  constructor(transport: Transport) {
    this.#send = new Sender(transport);
  }

  /** One page, newest first. */
  list(query: EntryQuery = {}): Promise<Page<LedgerEntry>> {
    return this.#send.get(entries, query);
  }

  /** All matching entries, newest first, fetched page by page. */
  each(query: Omit<EntryQuery, keyof Cursor> = {}): AsyncGenerator<LedgerEntry> {
    return through((cursor) => this.list({ limit: 100, ...query, ...cursor }));
  }
}
