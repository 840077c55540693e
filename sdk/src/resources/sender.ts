import type { ApiFile, ApiRequest, Transport } from "../transport.ts";

export type CallOptions = {
  /** Your own unique key for this call, such as an order number. Default: random. */
  readonly idempotencyKey?: string;
};

/** The path of an object, or of an action on it. */
export const at = (base: string, id: string, action = ""): string =>
  `${base}/${encodeURIComponent(id)}${action}`;

/** A method for each HTTP method, so that each call is one line. */
export class Sender {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get<Answer>(path: string, query?: object): Promise<Answer> {
    return this.#transport.send<Answer>({ method: "GET", path, query });
  }

  post<Answer>(path: string, body: object | undefined, options: CallOptions): Promise<Answer> {
    const request: ApiRequest = { method: "POST", path, body, idempotencyKey: options.idempotencyKey };
    return this.#transport.send<Answer>(request);
  }

  upload<Answer>(path: string, query: object, file: ApiFile, options: CallOptions): Promise<Answer> {
    const { idempotencyKey } = options;
    return this.#transport.send<Answer>({ method: "POST", path, query, file, idempotencyKey });
  }

  download(path: string): Promise<Uint8Array<ArrayBuffer>> {
    return this.#transport.send<Uint8Array<ArrayBuffer>>({ method: "GET", path, answer: "bytes" });
  }

  delete<Answer>(path: string): Promise<Answer> {
    return this.#transport.send<Answer>({ method: "DELETE", path });
  }
}
