import { hash } from "node:crypto";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { present } from "../kernel/assert.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { ProblemError, sendProblem } from "./problem-reply.ts";

/** The media type of an unspecified file. Clients generated from the OpenAPI document send it. */
export const anyType = "application/octet-stream";

export type Uploads<Type extends string> = {
  /** The file's purpose in a word, such as "logo". */
  readonly what: string;
  readonly types: readonly Type[];
  readonly tooLarge: Problem;
  /** Further values, besides type and bytes, that distinguish uploads with the same Idempotency-Key. */
  readonly identity?: (request: FastifyRequest) => readonly unknown[];
  /** Checks, before the body is read, whether to refuse it, for example because its object doesn't exist. */
  readonly lookUp?: (request: FastifyRequest) => Promise<Problem | undefined>;
};

/** The most uploads in progress, in this process and for one tenant. */
const underWayAtMost = { all: 48, ofTenant: 16 } as const;

const tooManyUploads = {
  ...problem("rate_limited", `At most ${underWayAtMost.ofTenant} uploads may be in progress at a time.`),
  retryAfter: 1,
};

/**
 * Makes the routes of `app` accept a file as their raw body. Content-Type declares its type; with
 * `application/octet-stream` the bytes decide. The routes check that the bytes have the declared type.
 *
 * @returns the declared type, null if the bytes decide, or the problem with the type
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

/** Counts an upload until its answer is closed. Returns false if there are too many. */
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
