import type { FastifyContextConfig, FastifyInstance, FastifyPluginAsync, FastifyRequest } from "fastify";
import { Counter, isWorthALine } from "../kernel/counter.ts";
import { problem } from "../kernel/problem.ts";
import { type OverloadAnswer, refuseBeforeFastify } from "./bare-refusal.ts";
import { keepAliveHeader } from "./connections.ts";
import { problemBody, problemMediaType } from "./problem-reply.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * What overload does to the route's requests; ordinary ones are refused first.
     * - `urgent`: refused only when three times as many requests wait: a payment that has begun goes on.
     * - `exempt`: never refused, because it takes neither the database nor much time: probes, assets.
     */
    underOverload?: "urgent" | "exempt";
    /** The body of the refusal and its headers, in place of a problem: pages are for people. */
    overloadAnswer?: (request: Pick<FastifyRequest, "query" | "headers">) => OverloadAnswer;
    /** Measures an answer of the route that Fastify doesn't see. */
    measure?: (status: number, seconds: number) => void;
  }
}

/** A queue of requests for one thing. */
export type Queue = {
  readonly waiting: number;
  /** For how long the first of them has been waiting; 0 when none is. */
  readonly oldestWaitMs: number;
};

/** From when on a queue is too long: with `most` in it, or with `fewest` in it of which the first waits for `waitMs`. */
export type QueueLimit = { readonly most: number; readonly fewest: number; readonly waitMs: number };

export type LoadSource = {
  /** Requests that wait for a connection to the database, and new sessions that wait for the lane. */
  readonly queues: Readonly<Record<"database" | "lane", () => Queue>>;
  readonly limits: Readonly<Record<"database" | "lane", QueueLimit>>;
  /** Whether each answer has to close its connection, because the process is about to end. */
  readonly closesConnections?: () => boolean;
};

/**
 * The limits for a pool of that many connections. Ten requests for each connection wait a few milliseconds each while the
 * database is as fast as usual. While it is slow, a third of the time after which waiting fails is the limit, so that few
 * requests are accepted and then refused after 1.5 seconds. A checkpoint of the database that takes 200 ms refuses nobody.
 *
 * @param acquireTimeoutMs after which a request that waits for a connection fails
 */
export function loadLimits(poolSize: number, acquireTimeoutMs = 1_500): LoadSource["limits"] {
  const waitMs = acquireTimeoutMs / 3;
  return {
    database: { most: 10 * poolSize, fewest: poolSize, waitMs },
    lane: { most: 1_000, fewest: 200, waitMs },
  };
}

/** Routes that payments in progress need: refused after all others when there is too much to do. */
export function urgently(routes: FastifyPluginAsync): FastifyPluginAsync {
  return async (app) => {
    app.addHook("onRoute", (route) => {
      route.config = { underOverload: "urgent", ...route.config };
    });
    await app.register(routes);
  };
}

/** Requests that were refused because too many waited already, by what they waited for. */
export const requestsShed = new Counter<"database" | "lane">(["database", "lane"]);

/** How many times as many may wait, and for how many times as long, when an urgent request is still accepted. */
const urgentFactor = 3;

const overloaded = problem(
  "service_unavailable",
  "The server has more requests than it can serve. Repeat this one later.",
);

/**
 * Refuses requests at once while others already wait for longer than makes sense. What is accepted is then served as fast
 * as ever: the served rate stays near its best, whatever the load. Calls that wait for PSPs don't count, because they hold
 * neither a connection nor the processor.
 *
 * Most requests are refused before Fastify sees them; this first hook of all refuses the others, and its answer goes past
 * Fastify, too. Nothing is read, looked up or checked for a request that is refused. All other hooks and the error handler
 * would double what a refusal costs, and requests that are served would have to pay for that; see
 * docs/decisions/0034-overload.md.
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
  if (isWorthALine(times)) app.log.warn({ waitingFor: short, times }, "requests are refused: too many wait");
}

/** Writes the problem once; only the id differs from one refusal to the next. */
function problemAnswers(app: FastifyInstance): (id: string) => OverloadAnswer {
  const headers = { "content-type": problemMediaType, "retry-after": "1" };
  const mark = "<id>";
  let parts: readonly string[] | undefined;
  return (id) => {
    // Not before the first refusal, for the public address is complete only once a free port has been found.
    parts ??= JSON.stringify(problemBody(overloaded, mark, app.docsUrl)).split(mark);
    return { headers, body: parts.join(id) };
  };
}
