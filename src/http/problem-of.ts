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
  FST_ERR_BAD_URL: ["request_malformed", "The URL can't be decoded."],
};

/** Fastify's errors for which the status is enough. */
const byStatus: Readonly<Record<number, [ProblemCode, string]>> = {
  405: ["method_not_allowed", "This URL doesn't support this method."],
  408: ["request_timeout", "Headers and body have to arrive within 10 seconds."],
  413: ["body_too_large", `The body has more than ${bodyLimitBytes} bytes.`],
  415: ["media_type_unsupported", "Send Content-Type: application/json."],
};

/** The problem that an error is answered with. */
export function problemOf(error: Error & { code?: string; statusCode?: number }): Problem {
  if (error instanceof ProblemError) return error.problem;
  const known = byCode[error.code ?? ""] ?? refusalOf(error);
  if (known) return withRetry(problem(...known));
  if (isDiskFull(error))
    return withRetry(problem("service_unavailable", "The database's disk is full. Nothing was changed."));
  if (error instanceof LaneUnavailable || error instanceof CommitLost || isDatabaseGone(error)) {
    return withRetry(
      problem("service_unavailable", "The database can't be reached or didn't respond in time."),
    );
  }
  if (isConflict(error)) {
    return withRetry(
      problem("service_unavailable", "This change conflicted with another one. Send it again."),
    );
  }
  return problem("internal_error", "This is a bug in Kassa. It has been logged with this requestId.");
}

/** The log message for an error that is answered as `service_unavailable`. */
export const whyUnavailable = (error: Error): string =>
  isConflict(error) ? "a change conflicted with another one" : "database unavailable";

/** Any other error with a 4xx status by Fastify is the caller's fault, also in later versions of Fastify. */
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
 * Whether the client closed the connection before its request had arrived. Node reports this as ECONNRESET, the same as a
 * broken database connection, but nothing failed here. Node also reports a complete request without a body as aborted,
 * because its stream was never read.
 */
export const isClientGone = ({ raw }: Pick<FastifyRequest, "raw">): boolean =>
  !raw.complete && raw.readableAborted;
