import "@fastify/swagger";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { answerHeaders } from "../kernel/page-headers.ts";
import { problem } from "../kernel/problem.ts";
import type { Caller } from "../tenants/caller.ts";
import { addAnswerHeaders } from "./answer-headers.ts";
import { refuseKeyInUrl } from "./authenticate.ts";
import { bodyLimitBytes, takeStrictJson } from "./body-parser.ts";
import { type ConnectionLimits, limitConnections } from "./connections.ts";
import { framingFault } from "./framing.ts";
import { makeHostCheck, originForm } from "./hosts.ts";
import { type LoadSource, shedLoad } from "./load-shedding.ts";
import { isClientGone, problemOf, whyUnavailable } from "./problem-of.ts";
import { ProblemError, sendProblem } from "./problem-reply.ts";
import { answerClientError, answerWhatNodeWould, makeRequestId, methods } from "./raw-answers.ts";
import { repeatedHeaderFault } from "./repeated-headers.ts";
import { compileValidator } from "./validation.ts";

declare module "fastify" {
  interface FastifyRequest {
    auth: Caller | null;
    /** The raw text of a JSON body, for checks on it. */
    rawJson: string;
    /** Identifies an uploaded file for idempotency; JSON bodies are compared by their values. */
    uploadIdentity: string | null;
  }
  interface FastifyInstance {
    /** The URL of the error codes' documentation on this server. */
    docsUrl: string;
    /** The headers of every answer. */
    answerHeaders: Readonly<Record<string, string>>;
  }
}

export type ServerOptions = {
  readonly publicUrl: URL;
  readonly logger: FastifyBaseLogger;
  /** Addresses of reverse proxies whose X-Forwarded-For is trusted; empty for none. */
  readonly trustedProxies: readonly string[];
  /** Default: as many as the machine allows. */
  readonly connectionLimits?: ConnectionLimits;
  /** Where the load is read. Without it, no request is refused for overload. */
  readonly load?: LoadSource;
};

/** How long headers and body of one request may take to arrive. */
const arrivalTimeoutMs = 10_000;
const maxHeaderBytes = 16 * 1024;

/** A Fastify server with everything that applies to all routes: limits, request ids, strict bodies, problems. */
export function makeServer(options: ServerOptions): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger for each request costs 1 µs and adds nothing: log lines name the request's id themselves.
    childLoggerFactory: (logger) => logger,
    bodyLimit: bodyLimitBytes,
    requestTimeout: arrivalTimeoutMs,
    connectionTimeout: 0,
    genReqId: makeRequestId,
    requestIdHeader: false,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    http: {
      headersTimeout: arrivalTimeoutMs,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: maxHeaderBytes,
      // A request without Host is refused by the host check, with a problem.
      requireHostHeader: false,
    },
    rewriteUrl: ({ url = "/" }) => originForm(url),
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      // A URL that can't be decoded is refused before any hook runs.
      reply.headers(app.answerHeaders).header("x-request-id", request.id);
      sendProblem(request, reply, problemOf(error));
    },
    // As long as the headers may be, so that an overlong id gets a 404.
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: maxHeaderBytes },
    return503OnClosing: false,
    forceCloseConnections: "idle",
  });
  app.decorateRequest("auth", null);
  app.decorateRequest("rawJson", "");
  app.decorateRequest("uploadIdentity", null);
  // A getter, because the public URL may get its port only when the server listens.
  app.decorate("docsUrl", { getter: () => `${options.publicUrl.origin}/docs/errors` });
  app.decorate("answerHeaders", answerHeaders(options.publicUrl));
  // The first hook, because a refusal must cost as little as possible.
  if (options.load) shedLoad(app, options.load);
  addAnswerHeaders(app);
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  takeStrictJson(app);
  limitConnections(app, { trustedProxies: options.trustedProxies, limits: options.connectionLimits });
  answerWhatNodeWould(app);
  addCommonHooks(app, options.publicUrl);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (isClientGone(request)) return sendProblem(request, reply, requestIncomplete);
    // An unknown URL gets a 404, even if its body can't be read.
    if (request.is404) return sendNotFound(app, request, reply);
    const fault = problemOf(error);
    if (fault.code === "internal_error")
      request.log.error({ err: error, requestId: request.id }, "request failed");
    if (fault.code === "service_unavailable" && !(error instanceof ProblemError))
      request.log.warn({ err: error, requestId: request.id }, whyUnavailable(error));
    return sendProblem(request, reply, fault);
  });
  app.setNotFoundHandler((request, reply) => sendNotFound(app, request, reply));
  return app;
}

const requestIncomplete = problem(
  "request_malformed",
  "The connection was closed before the body had arrived.",
);

function addCommonHooks(app: FastifyInstance, publicUrl: URL): void {
  const findHostFault = makeHostCheck(publicUrl);
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    const unclear = framingFault(request.raw);
    // The boundary to the next request is unknown.
    if (unclear) reply.header("connection", "close");
    const fault = unclear ?? repeatedHeaderFault(request.raw.rawHeaders) ?? findHostFault(request);
    if (!fault) return done();
    sendProblem(request, reply, fault);
  });
  app.addHook("onRequest", refuseKeyInUrl);
}

function sendNotFound(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const allowed = methodsOf(app, request);
  if (allowed.length === 0)
    return sendProblem(request, reply, problem("not_found", "There is nothing at this URL."));
  reply.header("allow", allowed.join(", "));
  return sendProblem(
    request,
    reply,
    problem("method_not_allowed", `This URL supports ${allowed.join(", ")}.`),
  );
}

function methodsOf(app: FastifyInstance, request: FastifyRequest): string[] {
  const [path = "/"] = request.url.split("?");
  return methods.filter((method) => app.findRoute({ method, url: path }) !== null);
}
