import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import "@fastify/swagger";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from "fastify";
import { LaneUnavailable } from "../database/lane.ts";
import { randomDigits } from "../kernel/id.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import type { ProblemCode } from "../kernel/problem-codes.ts";
import type { Grant } from "../tenants/key-memory.ts";
import { refuseKeyInUrl } from "./authenticate.ts";
import { bodyLimitBytes, takeStrictJson } from "./body-parser.ts";
import { makeHostCheck } from "./hosts.ts";
import { ProblemError, problemBody, problemMediaType, sendProblem } from "./problem-reply.ts";
import { compileValidator } from "./validation.ts";

declare module "fastify" {
  interface FastifyRequest {
    grant: Grant | null;
    /** The body as it was sent, for fingerprints and checks on the raw text. */
    rawJson: string;
  }
  interface FastifyInstance {
    /** Where the error codes are documented on this server. */
    docsUrl: string;
  }
}

export type ServerOptions = {
  readonly publicUrl: URL;
  readonly logger: FastifyBaseLogger;
  /** Addresses of reverse proxies whose X-Forwarded-For is believed; empty for none. */
  readonly trustedProxies: readonly string[];
};

/** How long headers and body of one request may take to arrive. */
const arrivalTimeoutMs = 10_000;
const maxHeaderBytes = 16 * 1024;

/** A Fastify server with everything that holds for all routes: limits, ids, strict bodies, problems. */
export function makeServer(options: ServerOptions): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    // Lines of a request name its id themselves; a logger of its own for each request costs 1 µs and says no more.
    childLoggerFactory: (logger) => logger,
    bodyLimit: bodyLimitBytes,
    requestTimeout: arrivalTimeoutMs,
    keepAliveTimeout: 72_000,
    connectionTimeout: 0,
    genReqId: makeRequestId,
    requestIdHeader: false,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    http: {
      headersTimeout: arrivalTimeoutMs,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: maxHeaderBytes,
    },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      // An address that can't be decoded is refused before any hook runs.
      sendProblem(request, reply.header("x-request-id", request.id), problemOf(error));
    },
    // As long as the headers may be: an id that is too long is one that doesn't exist.
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: maxHeaderBytes },
    return503OnClosing: false,
    forceCloseConnections: "idle",
  });
  app.decorateRequest("grant", null);
  app.decorateRequest("rawJson", "");
  // A getter, for the public address is complete only once a free port has been found.
  app.decorate("docsUrl", { getter: () => `${options.publicUrl.origin}/docs/errors` });
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  takeStrictJson(app);
  addCommonHooks(app, options.publicUrl);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const fault = problemOf(error);
    if (fault.code === "internal_error")
      request.log.error({ err: error, requestId: request.id }, "request failed");
    if (fault.code === "service_unavailable")
      request.log.warn({ err: error, requestId: request.id }, "database unavailable");
    return sendProblem(request, reply, fault);
  });
  app.setNotFoundHandler((request, reply) => {
    const allowed = methodsOf(app, request);
    if (allowed.length === 0)
      return sendProblem(request, reply, problem("not_found", "There is nothing at this address."));
    reply.header("allow", allowed.join(", "));
    return sendProblem(
      request,
      reply,
      problem("method_not_allowed", `This address takes ${allowed.join(", ")}.`),
    );
  });
  return app;
}

const makeRequestId = (): string => `req_${randomDigits(20)}`;

function addCommonHooks(app: FastifyInstance, publicUrl: URL): void {
  const isOurHost = makeHostCheck(publicUrl);
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    if (!isOurHost(request.headers.host) && request.routeOptions.config.anyHost !== true) {
      sendProblem(
        request,
        reply,
        problem("host_unknown", "This server answers for the host of KASSA_PUBLIC_URL only."),
      );
      return;
    }
    done();
  });
  app.addHook("onRequest", refuseKeyInUrl);
}

const methods = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"] as const;

function methodsOf(app: FastifyInstance, request: FastifyRequest): string[] {
  const [path = "/"] = request.url.split("?");
  return methods.filter((method) => app.findRoute({ method, url: path }) !== null);
}

const byFastifyCode: Record<string, [ProblemCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ["body_too_large", `The body has more than ${bodyLimitBytes} bytes.`],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["media_type_unsupported", "Send Content-Type: application/json."],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    "request_malformed",
    "The body's length isn't what Content-Length says.",
  ],
  FST_ERR_CTP_EMPTY_TYPE: ["media_type_unsupported", "Send Content-Type: application/json."],
  FST_ERR_BAD_URL: ["request_malformed", "The address can't be decoded."],
  ECONNREFUSED: ["service_unavailable", "The database can't be reached."],
  ENOENT: ["service_unavailable", "The database can't be reached."],
  ECONNRESET: ["service_unavailable", "The database ended the connection."],
  EPIPE: ["service_unavailable", "The database ended the connection."],
};

/** What an error means to the caller. */
export function problemOf(error: Error & { code?: string }): Problem {
  if (error instanceof ProblemError) return error.problem;
  const known = byFastifyCode[error.code ?? ""];
  if (known) return withRetry(problem(...known));
  if (error instanceof LaneUnavailable || isDatabaseGone(error)) {
    return withRetry(
      problem("service_unavailable", "The database can't be reached or did not confirm in time."),
    );
  }
  return problem("internal_error", "It is our fault and has been logged with this requestId.");
}

function withRetry(fault: Problem): Problem {
  return fault.code === "service_unavailable" ? { ...fault, retryAfter: 2 } : fault;
}

/**
 * Connections lost or refused (08), server going down (57P), out of disk, memory or connections (53), a lock (55P03) or a
 * statement (57014) that took too long, pool exhausted, and whatever PostgreSQL calls fatal: that is said of a connection,
 * never of what was asked.
 */
function isDatabaseGone(error: Error & { code?: string; severity?: string }): boolean {
  if (/^(08|57P|53|55P03|57014)/.test(error.code ?? "") || error.severity === "FATAL") return true;
  return (
    error.name === "CommitRefused" ||
    /timeout exceeded when trying to connect|Connection terminated|connection timeout|not queryable/i.test(
      error.message,
    )
  );
}

/** Requests that never became one: answered on the bare socket, as a problem all the same. */
function answerClientError(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const fault = clientProblem(error.code);
  const requestId = makeRequestId();
  const answer = problemBody(fault, requestId, this.docsUrl);
  const body = JSON.stringify(answer);
  const headers = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`,
    `Content-Type: ${problemMediaType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    "Connection: close",
  ];
  socket.end(`${headers.join("\r\n")}\r\n\r\n${body}`);
}

function clientProblem(code: string | undefined): Problem {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return problem("request_timeout", "Headers and body have to arrive within 10 seconds.");
  if (code === "HPE_HEADER_OVERFLOW")
    return problem("request_malformed", "The headers are larger than 16 KiB.");
  return problem("request_malformed", "The request can't be read as HTTP.");
}
