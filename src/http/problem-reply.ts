import type { FastifyReply, FastifyRequest } from "fastify";
import type { Problem } from "../kernel/problem.ts";
import { problemCodes } from "../kernel/problem-codes.ts";

export const problemMediaType = "application/problem+json; charset=utf-8";

/** RFC 9457 problem details with Kassa's extension members. */
export type ProblemBody = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  param?: string;
  errors?: { code: string; detail: string; param?: string }[];
  requestId: string;
  docUrl: string;
};

/**
 * Limits the size of problems. They repeat names and values of the request, so a short request could otherwise get a long
 * answer. Pointers and details are cut, and faults left out, so that an answer has at most 16 KiB.
 */
const paramLength = 200;
const detailLength = 500;
const errorsBytes = 13 * 1024;

/** The body of a problem. `docsUrl` is the address of docs/errors on this server. */
export function problemBody(problem: Problem, requestId: string, docsUrl: string): ProblemBody {
  const { status, title } = problemCodes[problem.code];
  const address = `${docsUrl}#${problem.code}`;
  return {
    type: address,
    title,
    status,
    ...faultOf(problem),
    ...(problem.errors === undefined ? {} : { errors: asManyAsFit(problem.errors.map(faultOf)) }),
    requestId,
    docUrl: address,
  };
}

type Fault = { code: string; detail: string; param?: string };

const faultOf = ({ code, detail, param }: Problem): Fault => ({
  code,
  detail: cut(detail, detailLength),
  ...(param === undefined ? {} : { param: cut(param, paramLength) }),
});

function asManyAsFit(faults: readonly Fault[]): Fault[] {
  let bytes = 0;
  const tooMany = faults.findIndex((fault) => {
    bytes += Buffer.byteLength(JSON.stringify(fault)) + 1;
    return bytes > errorsBytes;
  });
  return tooMany === -1 ? [...faults] : faults.slice(0, tooMany);
}

/** Cuts a text and ends it with an ellipsis, never within a surrogate pair. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Answers a request with a problem. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const body = problemBody(problem, request.id, request.server.docsUrl);
  if (problem.retryAfter !== undefined) reply.header("retry-after", String(problem.retryAfter));
  if (body.status === 401) reply.header("www-authenticate", "Bearer");
  return reply.code(body.status).type(problemMediaType).send(JSON.stringify(body));
}

/** For hooks and parsers of Fastify, which can only fail by an error. */
export class ProblemError extends Error {
  override name = "ProblemError";
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}
