import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance, RouteOptions } from "fastify";
import makeRouter from "find-my-way";
import { idleSeconds, shortenIdleTime } from "./connections.ts";
import { makeRequestId } from "./raw-answers.ts";

export type OverloadAnswer = {
  /** Refusals with the same headers share one object: its text is made once. */
  readonly headers: Readonly<Record<string, string>>;
  /** One character for each byte (latin1), so that headers and body need only one write. */
  readonly body: string;
};

/** A GET request with its route, before Fastify handles it. */
export type EarlyRequest = {
  readonly id: string;
  readonly query: unknown;
  readonly headers: IncomingMessage["headers"];
  readonly config: NonNullable<RouteOptions["config"]>;
};

export type EarlyRefusal = {
  /** Whether the server is overloaded. Called for each request, so it must be cheap. */
  readonly isOverloaded: () => boolean;
  /** The refusal of a request; undefined if it is served. */
  readonly answerTo: (request: EarlyRequest) => OverloadAnswer | undefined;
};

/**
 * Refuses GET requests before Fastify, with one write to the socket. This costs half as much as a refusal by a hook and
 * Node's ServerResponse, and under overload most requests are refused.
 *
 * Only requests that leave the connection in a known state are refused here: HTTP/1.1, keep-alive, no body, and nothing of
 * an earlier answer still to be sent. All others go to Fastify, whose hook refuses them.
 */
export function refuseBeforeFastify(app: FastifyInstance, { isOverloaded, answerTo }: EarlyRefusal): void {
  const routeOf = knowRoutes(app);
  const { server } = app;
  const serve = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    const isRefused =
      isOverloaded() && isBareGet(request, response) && server.listening && refuse(request, response);
    if (!isRefused) for (const listener of serve) listener(request, response);
  });

  const refuse = (raw: IncomingMessage, response: ServerResponse): boolean => {
    const startMs = performance.now();
    const found = routeOf(raw.url ?? "");
    if (found === undefined) return false;
    const id = makeRequestId();
    const { config, query } = found;
    const answer = answerTo({ id, query, headers: raw.headers, config });
    if (answer === undefined) return false;
    raw.socket.write(textOf(app, answer, id, raw.socket), "latin1");
    finish(response);
    shortenIdleTime(raw.socket);
    config.measure?.(503, (performance.now() - startMs) / 1_000);
    return true;
  };
}

/** Finds the route of a GET request, with Fastify's own router. */
function knowRoutes(app: FastifyInstance) {
  // Parameters can be as long as the URL.
  const router = makeRouter({ maxParamLength: Number.POSITIVE_INFINITY });
  app.addHook("onRoute", (route) => {
    // Plugins replace the route's config later, so the route itself is stored.
    if ([route.method].flat().includes("GET")) router.on("GET", route.url, () => {}, route);
  });
  return (url: string) => {
    const found = url.startsWith("/") ? router.find("GET", url) : null;
    const config = (found?.store as RouteOptions | undefined)?.config;
    return config && { config, query: found?.searchParams };
  };
}

function isBareGet(request: IncomingMessage, response: ServerResponse): boolean {
  const { method, socket, headers } = request;
  return (
    method === "GET" &&
    request.httpVersion === "1.1" &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined &&
    headers.expect === undefined &&
    headers.upgrade === undefined &&
    response.shouldKeepAlive &&
    // Node assigns the socket to the response that may write now.
    response.socket === socket &&
    socket instanceof Socket &&
    socket.writable &&
    socket.writableLength === 0
  );
}

/**
 * Tells Node's server that the response is complete, as ServerResponse does after its last byte. The server then handles
 * the connection's next request and starts the keep-alive timer.
 */
function finish(response: ServerResponse): void {
  response.statusCode = 503;
  response.emit("finish");
}

const heads = new WeakMap<OverloadAnswer["headers"], string>();
const date = { text: "", validUntilMs: 0 };

function textOf(app: FastifyInstance, { headers, body }: OverloadAnswer, id: string, socket: Socket): string {
  let head = heads.get(headers);
  if (head === undefined) {
    const lines = Object.entries({ ...app.answerHeaders, ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    head = `HTTP/1.1 503 Service Unavailable\r\n${lines.join("")}connection: keep-alive\r\n`;
    heads.set(headers, head);
  }
  return `${head}keep-alive: timeout=${idleSeconds(socket)}\r\ndate: ${dateText()}\r\nx-request-id: ${id}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

/** The Date header, formatted once a second. */
function dateText(): string {
  const nowMs = Date.now();
  if (nowMs >= date.validUntilMs || nowMs < date.validUntilMs - 1_000) {
    date.text = new Date(nowMs).toUTCString();
    date.validUntilMs = (Math.floor(nowMs / 1_000) + 1) * 1_000;
  }
  return date.text;
}
