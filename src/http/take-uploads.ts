import { hash } from "node:crypto";
import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import { type Problem, problem } from "../kernel/problem.ts";
import { ProblemError, sendProblem } from "./problem-reply.ts";

export type Uploads<Type extends string> = {
  /** What is sent, in a word, such as "logo". */
  readonly what: string;
  readonly types: readonly Type[];
  readonly tooLarge: Problem;
  /** What, beside type and bytes, tells one upload from another under the same Idempotency-Key. */
  readonly identity?: (request: FastifyRequest) => readonly unknown[];
};

/**
 * Has the routes of `app` take a file as their body, as it is. Its type is what Content-Type says; whether the bytes are
 * of that type is theirs to check.
 *
 * @returns the type that a request declares, or the problem that it declares none of them
 */
export function takeUploads<Type extends string>(
  app: FastifyInstance,
  { what, types, tooLarge, identity = () => [] }: Uploads<Type>,
): (request: FastifyRequest) => Type | Problem {
  const unsupported = problem(
    "file_type_unsupported",
    `Send the ${what} as the body, with a Content-Type of ${types.join(", ")}.`,
  );
  const encoded = problem("file_type_unsupported", `Send the ${what} as it is, without a Content-Encoding.`);
  const faults: Readonly<Record<string, Problem>> = {
    FST_ERR_CTP_BODY_TOO_LARGE: tooLarge,
    FST_ERR_CTP_INVALID_MEDIA_TYPE: unsupported,
    FST_ERR_CTP_EMPTY_TYPE: unsupported,
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>([...types], { parseAs: "buffer" }, (request, body, done) => {
    if (request.headers["content-encoding"] !== undefined) return done(new ProblemError(encoded));
    request.rawJson = JSON.stringify([
      ...identity(request),
      request.headers["content-type"],
      hash("sha256", body),
    ]);
    done(null, body);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const fault = faults[error.code];
    if (!fault) throw error;
    return sendProblem(request, reply, fault);
  });
  return (request) => {
    const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
    const known = Buffer.isBuffer(request.body) ? types.find((each) => each === type) : undefined;
    return known ?? unsupported;
  };
}
