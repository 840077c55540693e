import type { FastifyContextConfig, FastifyInstance, FastifyPluginAsync, FastifyRequest } from "fastify";
import { Counter, shouldLog } from "../kernel/counter.ts";
import { problem } from "../kernel/problem.ts";
import { type OverloadAnswer, refuseBeforeFastify } from "./bare-refusal.ts";
import { keepAliveHeader } from "./connections.ts";
import { problemBody, problemMediaType } from "./problem-reply.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * How overload affects the route. Routes without a value are refused first.
     * - `urgent`: refused only when three times as many requests wait, so that payments in progress continue.
     * - `exempt`: never refused, because it needs no database and little time: probes, assets.
     */
    underOverload?: "urgent" | "exempt";
    /** The refusal's body and headers, in place of a problem. For pages. */
    overloadAnswer?: (request: Pick<FastifyRequest, "query" | "headers">) => OverloadAnswer;
    /** Records an answer that Fastify doesn't see. */
    measure?: (status: number, seconds: number) => void;
  }
}

/** A queue of requests for one resource. */
export type Queue = {
  readonly waiting: number;
  /** How long the first has been waiting; 0 if the queue is empty. */
  readonly oldestWaitMs: number;
};

/** A queue is too long with `most` requests, or with `fewest` if the first has waited for `waitMs`. */
export type QueueLimit = { readonly most: number; readonly fewest: number; readonly waitMs: number };

export type LoadSource = {
  /** Requests that wait for a connection to the database, and new sessions that wait for the lane. */
  readonly queues: Readonly<Record<"database" | "lane", () => Queue>>;
  readonly limits: Readonly<Record<"database" | "lane", QueueLimit>>;
  /** Whether each answer has to close its connection, because the process is shutting down. */
  readonly closesConnections?: () => boolean;
};

/**
 * The limits for a pool of that many connections. With ten requests for each connection, each waits a few milliseconds at
 * the database's usual speed. If the database is slow, the limit is a third of the acquire timeout, so that few requests
 * are accepted and then fail after 1.5 seconds. A checkpoint of 200 ms causes no refusals.
 *
 * @param acquireTimeoutMs how long a request waits for a connection before it fails
 */
export function loadLimits(poolSize: number, acquireTimeoutMs = 1_500): LoadSource["limits"] {
  const waitMs = acquireTimeoutMs / 3;
  return {
    database: { most: 10 * poolSize, fewest: poolSize, waitMs },
    lane: { most: 1_000, fewest: 200, waitMs },
  };
}

/** Marks routes that payments in progress need. Under overload they are refused last. */
export function urgently(routes: FastifyPluginAsync): FastifyPluginAsync {
  return async (app) => {
    app.addHook("onRoute", (route) => {
      route.config = { underOverload: "urgent", ...route.config };
    });
    await app.register(routes);
  };
}

/** Requests refused because too many were waiting, by the queue. */
export const requestsShed = new Counter<"database" | "lane">(["database", "lane"]);

/** Urgent requests are accepted up to this multiple of each limit. */
const urgentFactor = 3;

const overloaded = problem(
  "service_unavailable",
  "The server has more requests than it can handle. Send this one again later.",
);

/**
 * Refuses requests at once while too many are waiting. Accepted requests are then served at normal speed, and throughput
 * stays near its maximum under any load. Requests that wait for PSPs don't count, because they use neither a connection nor
 * the processor.
 *
 * Most requests are refused before Fastify sees them. The rest are refused by this hook, the first of all, which bypasses
 * Fastify's reply. For a refused request, nothing is read, looked up or checked: the other hooks and the error handler
 * would double its cost, at the expense of served requests. See docs/decisions/0034-overload.md.
 */
export function shedLoad(app: FastifyInstance, load: LoadSource): void {
  const problemTo = problemAnswers(app);
  const closes = (): boolean => load.closesConnections?.() === true;
  const answerTo = (
    request: Pick<FastifyRequest, "id" | "query" | "headers">,
    { underOverload, overloadAnswer }: FastifyContextConfig,
  ): OverloadAnswer | undefined => {
    if (underOverload === "exempt") return undefined;
    const short = shortOf(load, underOverload === "urgent" ? urgentFactor : 1);
    if (short === undefined) return undefined;
    noteShed(app, short);
    return overloadAnswer?.(request) ?? problemTo(request.id);
  };
  refuseBeforeFastify(app, {
    isOverloaded: () => shortOf(load, 1) !== undefined && !closes(),
    answerTo: (request) => answerTo(request, request.config),
  });
  app.addHook("onRequest", (request, reply, done) => {
    const answer = answerTo(request, request.routeOptions.config);
    if (answer === undefined) return done();
    reply.hijack();
    const headers = {
      ...app.answerHeaders,
      "x-request-id": request.id,
      "content-length": answer.body.length,
      ...(closes() ? { connection: "close" } : keepAliveHeader(request.raw.socket)),
      ...answer.headers,
    };
    reply.raw.writeHead(503, headers);
    reply.raw.end(request.method === "HEAD" ? undefined : answer.body, "latin1");
  });
}

function shortOf({ queues, limits }: LoadSource, factor: number): "database" | "lane" | undefined {
  if (isTooLong(queues.database(), limits.database, factor)) return "database";
  if (isTooLong(queues.lane(), limits.lane, factor)) return "lane";
  return undefined;
}

function isTooLong(queue: Queue, { most, fewest, waitMs }: QueueLimit, factor: number): boolean {
  if (queue.waiting < fewest * factor) return false;
  return queue.waiting >= most * factor || queue.oldestWaitMs >= waitMs * factor;
}

function noteShed(app: FastifyInstance, short: "database" | "lane"): void {
  requestsShed.add(short);
  const times = requestsShed.counts().get(short) ?? 1;
  if (shouldLog(times)) app.log.warn({ waitingFor: short, times }, "requests are refused: too many wait");
}

/** Serializes the problem once. Only the request id differs between refusals. */
function problemAnswers(app: FastifyInstance): (id: string) => OverloadAnswer {
  const headers = { "content-type": problemMediaType, "retry-after": "1" };
  const mark = "<id>";
  let parts: readonly string[] | undefined;
  return (id) => {
    // Made at the first refusal, because the public URL may get its port only when the server listens.
    parts ??= JSON.stringify(problemBody(overloaded, mark, app.docsUrl)).split(mark);
    return { headers, body: parts.join(id) };
  };
}
