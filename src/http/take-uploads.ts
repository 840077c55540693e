import { hash } from "node:crypto";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { present } from "../kernel/assert.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { ProblemError, sendProblem } from "./problem-reply.ts";

/** The type of a file that is said to be only bytes, as clients that are generated from the API's document say. */
export const anyType = "application/octet-stream";

export type Uploads<Type extends string> = {
  /** What is sent, in a word, such as "logo". */
  readonly what: string;
  readonly types: readonly Type[];
  readonly tooLarge: Problem;
  /** What, beside type and bytes, tells one upload from another under the same Idempotency-Key. */
  readonly identity?: (request: FastifyRequest) => readonly unknown[];
  /** Looks, before any byte of the body is read, for a reason not to take it: that what it is for doesn't exist. */
  readonly lookUp?: (request: FastifyRequest) => Promise<Problem | undefined>;
};

/** Uploads whose bytes are arriving or being written, each as large as it may be: in this process, and of one tenant. */
const underWayAtMost = { all: 48, ofTenant: 16 } as const;

const tooManyUploads = {
  ...problem("rate_limited", `At most ${underWayAtMost.ofTenant} uploads may be under way at a time.`),
  retryAfter: 1,
};

/**
 * Has the routes of `app` take a file as their body, as it is. Its type is what Content-Type says, or, with
 * `application/octet-stream`, what its bytes are; whether the bytes are of the declared type is theirs to check.
 *
 * @returns the type that a request declares, null when it leaves that to the bytes, or the problem that it is another type
 */
export function takeUploads<Type extends string>(
  app: FastifyInstance,
  { what, types, tooLarge, identity = () => [], lookUp }: Uploads<Type>,
): (request: FastifyRequest) => Type | null | Problem {
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
  app.addHook("preParsing", async (request, reply) => {
    if (request.method !== "POST") return;
    if (!begin(request, reply)) throw new ProblemError(tooManyUploads);
    const fault = await lookUp?.(request);
    if (fault) throw new ProblemError(fault);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>([...types, anyType], { parseAs: "buffer" }, (request, body, done) => {
    if (request.headers["content-encoding"] !== undefined) return done(new ProblemError(encoded));
    request.uploadIdentity = JSON.stringify([
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
    if (!Buffer.isBuffer(request.body)) return unsupported;
    return type === anyType ? null : (types.find((each) => each === type) ?? unsupported);
  };
}

const underWay = new Map<number, number>();

/** Counts an upload until its connection is done with it; false when there are too many. */
function begin({ auth }: FastifyRequest, reply: FastifyReply): boolean {
  const { tenantId } = present(auth, "the request's auth");
  const ofTenant = underWay.get(tenantId) ?? 0;
  const all = [...underWay.values()].reduce((sum, count) => sum + count, 0);
  if (ofTenant >= underWayAtMost.ofTenant || all >= underWayAtMost.all) return false;
  underWay.set(tenantId, ofTenant + 1);
  reply.raw.once("close", () => {
    const left = (underWay.get(tenantId) ?? 1) - 1;
    if (left === 0) underWay.delete(tenantId);
    else underWay.set(tenantId, left);
  });
  return true;
}
