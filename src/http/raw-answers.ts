import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ConnectionError, FastifyInstance } from "fastify";
import { randomDigits } from "../kernel/id.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { whenAnswered } from "./connections.ts";
import { problemBody, problemMediaType } from "./problem-reply.ts";
import { mayBodyBeSlow } from "./slow-bodies.ts";

export const makeRequestId = (): string => `req_${randomDigits(20)}`;

/** The methods that this server supports. */
export const methods = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"] as const;

/** How long a client may take to read the answer and close its side. */
const lingerMs = 2_000;

const methodUnknown = problem("method_not_allowed", `This server supports ${methods.join(", ")}.`);

/** Answers unparsable requests on the bare socket, also with a problem. */
export function answerClientError(this: FastifyInstance, error: ConnectionError, socket: Socket): void {
  if (error.code === "ECONNRESET") return void socket.destroy();
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && mayBodyBeSlow(socket)) return;
  const fault = clientProblem(error.code, lineAtFault(error));
  whenAnswered(socket, () => answerOnSocket(this, socket, fault));
}

/** Handles what Node would answer itself, without a problem: unknown `Expect` headers and CONNECT. */
export function answerWhatNodeWould(app: FastifyInstance): void {
  app.server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) => {
    const fault = problem("expectation_failed", 'Of the header Expect only "100-continue" is supported.');
    const answer = problemBody(fault, makeRequestId(), app.docsUrl);
    response.writeHead(answer.status, {
      ...app.answerHeaders,
      "content-type": problemMediaType,
      "x-request-id": answer.requestId,
      connection: "close",
    });
    response.end(JSON.stringify(answer));
  });
  app.server.on("connect", (_request: IncomingMessage, socket: Socket) => {
    // From here on, this function owns the socket, not Node's server.
    socket.on("error", () => socket.destroy());
    answerOnSocket(app, socket, methodUnknown);
  });
}

function answerOnSocket(app: FastifyInstance, socket: Socket, fault: Problem): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const answer = problemBody(fault, makeRequestId(), app.docsUrl);
  const body = JSON.stringify(answer);
  const headers = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`,
    ...(fault.code === "method_not_allowed" ? [`Allow: ${methods.join(", ")}`] : []),
    `Content-Type: ${problemMediaType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(app.answerHeaders).map(([name, value]) => `${name}: ${value}`),
    `X-Request-Id: ${answer.requestId}`,
    "Connection: close",
  ];
  socket.end(`${headers.join("\r\n")}\r\n\r\n${body}`);
  // A client that never closes its side would keep the connection forever. Closing at once could lose the answer.
  const linger = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once("close", () => clearTimeout(linger));
}

/** The line at which the parser stopped, at most a request line. Earlier requests of the packet were handled. */
function lineAtFault(error: ConnectionError & { bytesParsed?: number }): string {
  const { rawPacket, bytesParsed = 0 } = error;
  if (!Buffer.isBuffer(rawPacket)) return "";
  const start = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf("\n", bytesParsed - 1) + 1;
  return rawPacket.toString("latin1", start, start + 1_000);
}

/** A request line whose method Node doesn't know: `BREW / HTTP/1.1`. */
const requestLine = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ \S+ HTTP\/1\.[01]\r?\n/;

function clientProblem(code: string | undefined, line: string): Problem {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return problem("request_timeout", "Headers and body have to arrive within 10 seconds.");
  if (code === "HPE_HEADER_OVERFLOW")
    return problem("request_malformed", "The headers are larger than 16 KiB.");
  if (code === "HPE_INVALID_METHOD" && requestLine.test(line)) return methodUnknown;
  return problem("request_malformed", "The request can't be read as HTTP.");
}
