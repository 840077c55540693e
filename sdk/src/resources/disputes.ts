import type { Transport } from "../transport.ts";
import type { BodyOf, Dispute, Page, QueryOf } from "../types.ts";
import { type Cursor, through } from "./paging.ts";
import { at, type CallOptions, Sender } from "./sender.ts";

const disputes = "/api/disputes";
type DisputeQuery = QueryOf<"listDisputes">;

/** A file for a dispute's evidence, at most 5 MB. */
export type DisputeUpload = {
  /** The file name that the bank sees. */
  readonly name: string;
  readonly mediaType: "application/pdf" | "image/png" | "image/jpeg";
  readonly content: Uint8Array<ArrayBuffer>;
};

/** Payments that customers dispute at their banks. */
export class Disputes {
  readonly #send: Sender;

  constructor(transport: Transport) {
    this.#send = new Sender(transport);
  }

  get(id: string): Promise<Dispute> {
    return this.#send.get(at(disputes, id));
  }

  list(query: DisputeQuery = {}): Promise<Page<Dispute>> {
    return this.#send.get(disputes, query);
  }

  each(query: Omit<DisputeQuery, keyof Cursor> = {}): AsyncGenerator<Dispute> {
    return through((cursor) => this.list({ limit: 100, ...query, ...cursor }));
  }

  /** Saves evidence. `submit: true` sends it to the bank, which accepts evidence only once. */
  provideEvidence(
    id: string,
    params: BodyOf<"provideDisputeEvidence">,
    options: CallOptions = {},
  ): Promise<Dispute> {
    return this.#send.post(at(disputes, id, "/evidence"), params, options);
  }

  /** Adds a file to the evidence. */
  uploadFile(id: string, { name, ...file }: DisputeUpload, options: CallOptions = {}): Promise<Dispute> {
    return this.#send.upload(at(disputes, id, "/files"), { name }, file, options);
  }

  downloadFile(id: string, fileId: string): Promise<Uint8Array<ArrayBuffer>> {
    return this.#send.download(at(disputes, id, `/files/${encodeURIComponent(fileId)}`));
  }

  /** Accepts a chargeback: the customer keeps the money. This can't be undone. */
  accept(id: string, options: CallOptions = {}): Promise<Dispute> {
    return this.#send.post(at(disputes, id, "/accept"), undefined, options);
  }
}
