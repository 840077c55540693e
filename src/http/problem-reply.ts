import type { FastifyReply, FastifyRequest } from "fastify";
import type { Problem } from "../kernel/problem.ts";
import { problemCodes } from "../kernel/problem-codes.ts";

export const problemMediaType = "application/problem+json; charset=utf-8";

/** RFC 9457 problem details with Kassa's members. */
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

/** The body of a problem. `docsUrl` is the address of docs/errors on this server. */
export function problemBody(problem: Problem, requestId: string, docsUrl: string): ProblemBody {
  const { status, title } = problemCodes[problem.code];
  const address = `${docsUrl}#${problem.code}`;
  return {
    type: address,
    title,
    status,
    detail: problem.detail,
    code: problem.code,
    ...(problem.param === undefined ? {} : { param: problem.param }),
    ...(problem.errors === undefined
      ? {}
      : {
          errors: problem.errors.map(({ code, detail, param }) => ({
            code,
            detail,
            ...(param === undefined ? {} : { param }),
          })),
        }),
    requestId,
    docUrl: address,
  };
}

/** Answers a request with a problem. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const body = problemBody(problem, request.id, request.server.docsUrl);
  if (problem.retryAfter !== undefined) reply.header("retry-after", String(problem.retryAfter));
  if (body.status === 401) reply.header("www-authenticate", "Bearer");
  return reply.code(body.status).type(problemMediaType).send(JSON.stringify(body));
}

/** Thrown where a hook or parser of Fastify can fail in no other way than by an error. */
export class ProblemError extends Error {
  override name = "ProblemError";
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}
