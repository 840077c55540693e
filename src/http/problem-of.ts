import type { FastifyRequest } from "fastify";
import { isConflict } from "../database/conflict.ts";
import { isDatabaseGone } from "../database/database-gone.ts";
import { isDiskFull } from "../database/disk-full.ts";
import { LaneUnavailable } from "../database/lane.ts";
import { CommitLost } from "../kernel/assert.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import type { ProblemCode } from "../kernel/problem-codes.ts";
import { bodyLimitBytes } from "./body-parser.ts";
import { ProblemError } from "./problem-reply.ts";

const byCode: Readonly<Record<string, [ProblemCode, string]>> = {
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    "request_malformed",
    "The body's length isn't what Content-Length says.",
  ],
  FST_ERR_BAD_URL: ["request_malformed", "The address can't be decoded."],
};

/** What Fastify refuses a request for, where its code says no more than the status does. */
const byStatus: Readonly<Record<number, [ProblemCode, string]>> = {
  405: ["method_not_allowed", "This address doesn't take this method."],
  408: ["request_timeout", "Headers and body have to arrive within 10 seconds."],
  413: ["body_too_large", `The body has more than ${bodyLimitBytes} bytes.`],
  415: ["media_type_unsupported", "Send Content-Type: application/json."],
};

/** What an error means to the caller. */
export function problemOf(error: Error & { code?: string; statusCode?: number }): Problem {
  if (error instanceof ProblemError) return error.problem;
  const known = byCode[error.code ?? ""] ?? refusalOf(error);
  if (known) return withRetry(problem(...known));
  if (isDiskFull(error))
    return withRetry(problem("service_unavailable", "The database's disk is full. Nothing was changed."));
  if (error instanceof LaneUnavailable || error instanceof CommitLost || isDatabaseGone(error)) {
    return withRetry(
      problem("service_unavailable", "The database can't be reached or did not confirm in time."),
    );
  }
  if (isConflict(error)) {
    return withRetry(
      problem("service_unavailable", "This change and another one got in each other's way. Send it again."),
    );
  }
  return problem("internal_error", "It is our fault and has been logged with this requestId.");
}

/** What the log says of an error that is answered as `service_unavailable`. */
export const whyUnavailable = (error: Error): string =>
  isConflict(error) ? "a change conflicted with another one" : "database unavailable";

/** Every error by which Fastify itself refuses a request is the caller's to mend, those of its later versions included. */
function refusalOf({ code, statusCode = 500 }: { code?: string; statusCode?: number }) {
  if (!code?.startsWith("FST_") || statusCode < 400 || statusCode > 499) return undefined;
  return byStatus[statusCode] ?? requestMalformed;
}

const requestMalformed: [ProblemCode, string] = [
  "request_malformed",
  "The request can't be processed as HTTP.",
];

function withRetry(fault: Problem): Problem {
  return fault.code === "service_unavailable" ? { ...fault, retryAfter: 2 } : fault;
}

/**
 * Whether the client closed the connection before its request had arrived. Node reports that as ECONNRESET, as it does a
 * database connection that broke; nothing failed here, and nobody is left to answer. Of a request without a body that had
 * arrived whole, Node calls the stream aborted as well, since nobody read it.
 */
export const isClientGone = ({ raw }: Pick<FastifyRequest, "raw">): boolean =>
  !raw.complete && raw.readableAborted;
