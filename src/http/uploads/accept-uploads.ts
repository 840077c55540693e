import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaCompiler,
} from "fastify";
import { type Problem, problem } from "../../kernel/problem.ts";
import type { Result } from "../../kernel/result.ts";
import { ProblemError, sendProblem } from "../problem-reply.ts";
import { authOf } from "../request-auth.ts";
import { allowSlowBody } from "../slow-bodies.ts";
import { compileValidator } from "../validation.ts";
import { TooSlow, UploadBody } from "./upload-body.ts";
import { slotsAtMost, UploadSlots } from "./upload-slots.ts";

export type UploadRules = {
  /** Media types that a file may be sent with. */
  readonly fileTypes: readonly string[];
  readonly largestBytes: number;
};

/** The body is the file itself, so only the query is validated. */
export const checkQueryOnly: FastifySchemaCompiler<object> = (part) =>
  part.httpPart === "body" ? () => true : compileValidator(part);

const mebibyte = 1024 * 1024;
export const fileTooLarge = ({ largestBytes }: UploadRules): Problem =>
  problem("file_too_large", `The file is larger than ${largestBytes / mebibyte} MB.`);
const tooMany = {
  ...problem("rate_limited", `At most ${slotsAtMost.ofTenant} files may be imported at a time.`),
  retryAfter: 5,
};
const tooSlow = problem("request_timeout", "The file has to arrive within 10 minutes.");

/**
 * Has the routes of a context take a file as their body, which they read with `answerUpload`. In a context of its own, because no other
 * route leaves its body unread.
 */
export function acceptUploads(app: FastifyInstance, rules: UploadRules): void {
  const slots = new UploadSlots();
  const typeUnsupported = problem(
    "file_type_unsupported",
    `Send the file as the body, with a Content-Type of ${rules.fileTypes.join(", ")} and no Content-Encoding.`,
  );
  app.addHook("preParsing", async (request, reply) => {
    if (request.headers["content-encoding"] !== undefined) throw new ProblemError(typeUnsupported);
    begin(rules, slots, request, reply);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([...rules.fileTypes], (_request, payload, done) => done(null, payload));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (!/^FST_ERR_CTP_(INVALID_MEDIA|EMPTY)_TYPE$/.test(error.code)) throw error;
    return sendProblem(request, reply, typeUnsupported);
  });
}

function begin(rules: UploadRules, slots: UploadSlots, request: FastifyRequest, reply: FastifyReply): void {
  if (Number(request.headers["content-length"] ?? 0) > rules.largestBytes) {
    reply.header("connection", "close");
    throw new ProblemError(fileTooLarge(rules));
  }
  const release = slots.take(authOf(request).tenantId);
  if (!release) throw new ProblemError(tooMany);
  reply.raw.once("close", release);
  allowSlowBody(request, reply);
}

/** Answers with what came of a file. What of it wasn't read is read and forgotten, so that the sender gets the answer. */
export async function answerUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  { largestBytes }: UploadRules,
  work: (file: AsyncIterable<Buffer>) => Promise<Result<object, Problem>>,
): Promise<FastifyReply> {
  const body = new UploadBody(request.raw, largestBytes);
  try {
    const answer = await work(body.parts());
    if (!(await body.drain())) reply.header("connection", "close");
    return answer.ok ? reply.send(answer.value) : sendProblem(request, reply, answer.failure);
  } catch (error) {
    if (!(error instanceof TooSlow)) throw error;
    return sendProblem(request, reply.header("connection", "close"), tooSlow);
  }
}
