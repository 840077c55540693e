import type { FastifyReply } from "fastify";
import type { Mode } from "../../kernel/mode.ts";
import type { EventRow } from "./event-frames.ts";

/** Which events a viewer wants. */
export type ViewerFilter = {
  /** The names of types; undefined for all. */
  readonly types: readonly string[] | undefined;
  readonly sessionId: string | undefined;
};

/** Whose browser it is. */
export type Watching = {
  readonly personId: string;
  readonly signInId: string;
  readonly tenantId: number;
  readonly mode: Mode;
};

/** What isn't read yet by a viewer is kept up to this many bytes. Whoever reads more slowly loses the connection, and resumes. */
export const unreadAtMostBytes = 256 * 1024;

const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  // nginx would keep back what it hasn't 4 KB of.
  "x-accel-buffering": "no",
  // Otherwise a shutdown would wait for the browser's next request on this connection.
  connection: "close",
};

/** A browser that follows events. */
export class Viewer {
  readonly who: Watching;
  readonly filter: ViewerFilter;
  readonly #reply: FastifyReply;
  #isOpen = true;

  constructor(reply: FastifyReply, who: Watching, filter: ViewerFilter) {
    this.#reply = reply;
    this.who = who;
    this.filter = filter;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Begins the answer. Returns false if the browser has left already.
   *
   * @param onEnd called once, when the connection has ended or was ended
   */
  open(onEnd: () => void): boolean {
    const { raw } = this.#reply;
    this.#reply.hijack();
    if (raw.destroyed || raw.closed) return false;
    raw.once("close", () => {
      this.#isOpen = false;
      onEnd();
    });
    raw.writeHead(200, { ...this.#reply.getHeaders(), ...headers } as Record<string, string>);
    raw.flushHeaders();
    return true;
  }

  wants({ type, sessionId }: EventRow): boolean {
    const { types } = this.filter;
    if (this.filter.sessionId !== undefined && this.filter.sessionId !== sessionId) return false;
    return types === undefined || types.includes(type);
  }

  /** Viewers share the bytes, so an event for thousands costs its memory once. */
  send(bytes: Buffer): void {
    if (!this.#isOpen) return;
    const { raw } = this.#reply;
    if (raw.writableLength > unreadAtMostBytes) this.#drop();
    else raw.write(bytes);
  }

  /** Ends the stream. What is still unread is lost, so that nothing waits for a browser. */
  end(last?: Buffer): void {
    if (!this.#isOpen) return;
    const { raw } = this.#reply;
    if (raw.writableLength > 0) {
      this.#drop();
      return;
    }
    this.#isOpen = false;
    raw.end(last);
  }

  #drop(): void {
    this.#isOpen = false;
    this.#reply.raw.destroy();
  }
}
