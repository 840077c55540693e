import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaCompiler } from "fastify";
import type { Static } from "typebox";
import { type IdempotencyDeps, withIdempotency } from "../../http/idempotency.ts";
import { sendProblem } from "../../http/problem-reply.ts";
import { authOf } from "../../http/request-auth.ts";
import { anyType, takeUploads } from "../../http/take-uploads.ts";
import { compileValidator } from "../../http/validation.ts";
import type { Clock } from "../../kernel/clock.ts";
import { isOwnId } from "../../kernel/id.ts";
import { notFound } from "../../kernel/not-found.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { success } from "../../kernel/result.ts";
import { Type } from "../../kernel/type.ts";
import { toApiDispute } from "../../payments/dispute.ts";
import { DisputeSchema } from "../../payments/dispute-schema.ts";
import { getDispute } from "../queries.ts";
import { addFile, fileMaxBytes } from "./add-file.ts";
import { attachmentNamed } from "./disposition.ts";
import { type FileType, fileTypes } from "./file-types.ts";
import { findFile } from "./find-file.ts";

const UploadQuerySchema = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: "^[^/\\\\]+$",
      "x-expects": "It has to be a file name of 1 to 255 characters, without a path.",
      description: "The file name, as the bank will see it.",
    }),
  },
  { additionalProperties: false },
);

export type FileDeps = IdempotencyDeps & { readonly clock: Clock };

type Upload = { Params: { id: string }; Querystring: Static<typeof UploadQuerySchema>; Body: Buffer };
type Download = { Params: { id: string; fileId: string } };

/** The body is the file itself, so only the query is validated. */
const checkQueryOnly: FastifySchemaCompiler<object> = (part) =>
  part.httpPart === "body" ? () => true : compileValidator(part);

/** `/api/disputes/{id}/files`. In its own context, because no other route accepts bodies of this size and type. */
export function fileRoutes(deps: FileDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    const typeOf = takeUploads(app, {
      what: "file",
      types: fileTypes,
      tooLarge: problem("file_too_large", `The file has more than ${fileMaxBytes} bytes.`),
      identity: ({ query }) => [(query as Partial<Upload["Querystring"]>).name],
      lookUp: (request) => findFault(deps, request),
    });
    app.post<Upload>(
      "/disputes/:id/files",
      {
        config: { scope: ["disputes", "write"], operation: "uploadDisputeFile" },
        bodyLimit: fileMaxBytes,
        validatorCompiler: checkQueryOnly,
        schema: {
          summary: "Upload a file for a dispute's evidence",
          description:
            "The body is the file itself: PDF, PNG or JPEG, at most 5 MB. With `application/octet-stream` the type is determined from its bytes. The file becomes part of the evidence and is sent to the bank with it.",
          consumes: [anyType, ...fileTypes],
          querystring: UploadQuerySchema,
          body: Type.String({ format: "binary", description: "The file." }),
          response: { 200: DisputeSchema },
        },
      },
      (request, reply) => upload(deps, request, reply, typeOf(request)),
    );
    app.get<Download>(
      "/disputes/:id/files/:fileId",
      {
        config: { scope: ["disputes", "read"], operation: "getDisputeFile" },
        schema: {
          summary: "Download a file of a dispute",
          description: "The content of the file. Its media type is in the dispute's `files`.",
          produces: [anyType],
          response: { 200: Type.String({ format: "binary", description: "The file." }) },
        },
      },
      (request, reply) => download(deps, request, reply),
    );
  };
}

/** Refuses an unknown dispute before the file is read. Everything else is checked once the dispute is locked. */
async function findFault(deps: IdempotencyDeps, request: FastifyRequest): Promise<Problem | undefined> {
  const auth = authOf(request);
  const { id } = request.params as Upload["Params"];
  const dispute = isOwnId(id, "dp", auth)
    ? await deps.database.inTenant(auth, (trx) => getDispute(trx, id))
    : undefined;
  return dispute ? undefined : notFound;
}

function upload(
  deps: FileDeps,
  request: FastifyRequest<Upload>,
  reply: FastifyReply,
  declared: FileType | null | Problem,
): Promise<FastifyReply> | FastifyReply {
  if (typeof declared === "object" && declared !== null) return sendProblem(request, reply, declared);
  return withIdempotency(deps, request, reply, async (trx) => {
    const { name } = request.query;
    const added = await addFile(deps, trx, request.params.id, {
      name,
      declared,
      content: request.body,
    });
    return added.ok ? success(toApiDispute(added.value)) : added;
  });
}

/** Makes browsers save the file and never display it, so that an uploaded file can't run as a page of this host. */
async function download(
  deps: IdempotencyDeps,
  request: FastifyRequest<Download>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const auth = authOf(request);
  const { id, fileId } = request.params;
  const file = await deps.database.inTenant(auth, (trx) => findFile(trx, id, fileId));
  if (!file) return sendProblem(request, reply, notFound);
  return reply
    .type(anyType)
    .header("content-disposition", attachmentNamed(file.name))
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "sandbox; default-src 'none'; frame-ancestors 'none'")
    .header("cache-control", "private, no-store")
    .send(file.content);
}
