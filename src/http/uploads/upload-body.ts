import type { IncomingMessage } from "node:http";

/** The longest that a file may take to arrive: 100 MB at 1.4 Mbit/s. */
export const arrivalAtMostMs = 10 * 60 * 1_000;

/** Thrown by `parts` if the file takes too long. */
export class TooSlow extends Error {
  override name = "TooSlow";
}

/**
 * The body of a request as a stream. A reader that stops early doesn't close the connection, so that the sender gets an answer:
 * `drain` reads the rest and forgets it.
 */
export class UploadBody {
  readonly #parts: AsyncIterator<Buffer>;
  readonly #endMs: number;
  readonly #largestBytes: number;
  #bytes = 0;

  constructor(raw: IncomingMessage, largestBytes: number, nowMs = performance.now()) {
    this.#largestBytes = largestBytes;
    this.#parts = raw.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]();
    this.#endMs = nowMs + arrivalAtMostMs;
  }

  /** @throws TooSlow, or the error of a connection that broke */
  async *parts(): AsyncGenerator<Buffer> {
    for (let part = await this.#next(); part !== undefined; part = await this.#next()) yield part;
  }

  /** Reads the rest. False if it is longer than any file may be: the connection has to be closed then. */
  async drain(): Promise<boolean> {
    while ((await this.#next()) !== undefined) if (this.#bytes > this.#largestBytes) return false;
    return true;
  }

  async #next(): Promise<Buffer | undefined> {
    const { value, done } = await this.#parts.next();
    if (done) return undefined;
    if (performance.now() > this.#endMs) throw new TooSlow("the file took too long to arrive");
    this.#bytes += value.length;
    return value;
  }
}
