import { once } from "node:events";
import net from "node:net";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/**
 * Shuts down a server behind a proxy without losing a request. A proxy doesn't repeat a POST that it has sent, so a
 * connection that may carry one must not be closed:
 *
 * - The listening socket is closed while the proxy still has idle connections and so opens few new ones. Connections in the
 *   accept queue would be reset (nginx: "recv() failed (104)"). A connection refused later loses nothing, because nothing
 *   was sent.
 * - From then on each answer closes its connection.
 * - Idle connections stay open until the proxy has used or closed them.
 */
export class Drain {
  readonly #app: FastifyInstance;
  #ownCalls: net.Server | undefined;
  #stopped: Promise<void> | undefined;
  #isClosing = false;

  constructor(app: FastifyInstance) {
    this.#app = app;
    // In onSend, because requests that arrived before the close may be answered after it.
    app.addHook("onSend", (_request, reply, payload, done) => {
      if (this.#isClosing) reply.header("connection", "close");
      done(null, payload);
    });
    app.addHook("preClose", () => this.stopListening());
    app.addHook("onClose", (_app, done) => {
      this.#ownCalls?.close();
      done();
    });
  }

  /** The URL at which this process reaches its own server (for the sandbox PSP) once it no longer listens; undefined before. */
  get ownUrl(): string | undefined {
    const address = this.#ownCalls?.address();
    return typeof address === "object" && address ? `http://127.0.0.1:${address.port}` : undefined;
  }

  /** Whether each answer closes its connection. */
  get closesConnections(): boolean {
    return this.#isClosing;
  }

  /** Closes the listening socket once every connection in its queue is accepted. Open connections are still served. */
  stopListening(): Promise<void> {
    this.#stopped ??= this.#app.server.listening ? this.#close() : Promise.resolve();
    return this.#stopped;
  }

  /** Stops listening and waits until all connections are closed, at most `withinMs`. */
  async finishConnections(withinMs: number): Promise<void> {
    const timeUp = new AbortController();
    const allClosed = once(this.#app.server, "close", { signal: timeUp.signal }).catch(() => {});
    await this.stopListening();
    await Promise.race([allClosed, sleep(withinMs, undefined, { signal: timeUp.signal }).catch(() => {})]);
    timeUp.abort();
  }

  async #close(): Promise<void> {
    const { server } = this.#app;
    this.#ownCalls = await listenForOwnCalls(this.#app);
    await untilNoneArrives(server);
    // http.Server's own close() would also close idle connections.
    net.Server.prototype.close.call(server);
    this.#isClosing = true;
  }
}

/** Passes the process's calls to itself to its server, on a free port that only this machine reaches. */
async function listenForOwnCalls(app: FastifyInstance): Promise<net.Server> {
  // The same options as http.Server's sockets.
  const listener = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    app.server.emit("connection", socket);
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  return listener;
}

/** How many turns of the event loop are tried, and how short the last one has to be. */
const turnsAtMost = 1_000;
const shortTurnMs = 1;

/**
 * Resolves in a short turn of the event loop without a new connection. Connections that complete between the turn's accept
 * and the close of the socket are reset, so this time must be short.
 */
async function untilNoneArrives(server: net.Server): Promise<void> {
  let arrived = 0;
  const count = (): void => {
    arrived += 1;
  };
  server.on("connection", count);
  // The current turn may have accepted already.
  await nextTurn();
  for (let turn = 0; turn < turnsAtMost; turn += 1) {
    const before = arrived;
    const begunAt = performance.now();
    await nextTurn();
    if (arrived === before && performance.now() - begunAt < shortTurnMs) break;
  }
  server.off("connection", count);
}
