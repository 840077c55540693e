import { once } from "node:events";
import net from "node:net";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/**
 * Ends a server behind a proxy without losing a request. A proxy doesn't repeat a POST once it was sent, so that no
 * connection may be closed on which one can be under way:
 *
 * - The listening socket is closed while the proxy still keeps its connections and therefore opens few. Those opened and
 *   not yet accepted would be reset (nginx: "recv() failed (104)"). A connection refused later is no loss: nothing was sent.
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
    // As late as possible: requests that came before may be answered after.
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

  /** Where this process still reaches its own server, which serves the sandbox PSP; undefined while it listens. */
  get ownUrl(): string | undefined {
    const address = this.#ownCalls?.address();
    return typeof address === "object" && address ? `http://127.0.0.1:${address.port}` : undefined;
  }

  /** Whether each answer closes its connection. */
  get closesConnections(): boolean {
    return this.#isClosing;
  }

  /** Closes the listening socket, after every connection in its queue was accepted. Open connections are served on. */
  stopListening(): Promise<void> {
    this.#stopped ??= this.#app.server.listening ? this.#close() : Promise.resolve();
    return this.#stopped;
  }

  /** Stops listening, and waits until all connections were used or closed by the other side, or for that long. */
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
    // Not the method of http.Server, which would close the idle connections as well.
    net.Server.prototype.close.call(server);
    this.#isClosing = true;
  }
}

/** Feeds calls that this process makes to itself to its server. The system chooses the port; only this machine reaches it. */
async function listenForOwnCalls(app: FastifyInstance): Promise<net.Server> {
  // With the options that http.Server uses for its own sockets.
  const listener = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    app.server.emit("connection", socket);
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  return listener;
}

/** How many turns of the event loop are tried, and how short one has to be. */
const turnsAtMost = 1_000;
const shortTurnMs = 1;

/**
 * Waits for a short turn of the event loop in which no connection arrived, and ends within that turn. Connections that
 * complete between the turn's look at the queue and the closing of the socket are reset, so the time between is kept short.
 */
async function untilNoneArrives(server: net.Server): Promise<void> {
  let arrived = 0;
  const count = (): void => {
    arrived += 1;
  };
  server.on("connection", count);
  // The turn that is under way may have looked at the queue already.
  await nextTurn();
  for (let turn = 0; turn < turnsAtMost; turn += 1) {
    const before = arrived;
    const begunAt = performance.now();
    await nextTurn();
    if (arrived === before && performance.now() - begunAt < shortTurnMs) break;
  }
  server.off("connection", count);
}
