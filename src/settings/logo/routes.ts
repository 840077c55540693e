import { hash } from "node:crypto";
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaCompiler,
} from "fastify";
import { Type } from "typebox";
import { answerOnce } from "../../http/idempotency.ts";
import { ProblemError, sendProblem } from "../../http/problem-reply.ts";
import { compileValidator } from "../../http/validation.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { success } from "../../kernel/result.ts";
import type { SettingsRouteDeps } from "../deps.ts";
import { presentSettings } from "../present-settings.ts";
import { SettingsSchema } from "../schemas.ts";
import { type LogoType, logoTypes } from "../settings.ts";
import { checkLogo, logoMaxBytes, tooLarge } from "./check-logo.ts";
import { setLogo } from "./set-logo.ts";

const write = (operation: string) => ({ scope: ["settings", "write"], operation }) as const;

/** The body is the picture itself and no document of fields. */
const checkNoBody: FastifySchemaCompiler<object> = (part) =>
  part.httpPart === "body" ? () => true : compileValidator(part);

/** `/api/settings/logo`. In a context of its own, for no other route takes such bodies. */
export function logoRoutes(deps: SettingsRouteDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    takePictures(app);
    app.post<{ Body: Buffer }>(
      "/settings/logo",
      {
        config: write("uploadLogo"),
        bodyLimit: logoMaxBytes,
        validatorCompiler: checkNoBody,
        schema: {
          summary: "Upload the logo",
          description:
            "The body is the picture itself: PNG, JPEG, WebP or SVG, at most 128 KiB. It takes the place of the one before.",
          consumes: [...logoTypes],
          body: Type.String({ format: "binary", description: "The picture." }),
          response: { 200: SettingsSchema },
        },
      },
      (request, reply) => upload(deps, request, reply),
    );
    app.delete(
      "/settings/logo",
      {
        config: write("deleteLogo"),
        schema: { summary: "Take the logo away", response: { 200: SettingsSchema } },
      },
      (request, reply) =>
        answerOnce(deps, request, reply, async (trx, scope) =>
          success(presentSettings(scope.mode, await setLogo(trx, scope, null), deps.publicUrl)),
        ),
    );
  };
}

function takePictures(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>([...logoTypes], { parseAs: "buffer" }, (request, body, done) => {
    if (request.headers["content-encoding"] !== undefined) return done(new ProblemError(encoded));
    // What tells one upload from another under the same Idempotency-Key.
    request.rawJson = JSON.stringify([request.headers["content-type"], hash("sha256", body)]);
    done(null, body);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const fault = faults[error.code];
    if (!fault) throw error;
    return sendProblem(request, reply, fault);
  });
}

const unsupported = problem(
  "file_type_unsupported",
  `Send the logo as the body, with a Content-Type of ${logoTypes.join(", ")}.`,
);
const encoded = problem("file_type_unsupported", "Send the logo as it is, without a Content-Encoding.");

/** What the server itself finds wrong with a body, in words that are true of pictures. */
const faults: Readonly<Record<string, Problem>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: unsupported,
  FST_ERR_CTP_EMPTY_TYPE: unsupported,
};

function upload(
  deps: SettingsRouteDeps,
  request: FastifyRequest<{ Body: Buffer }>,
  reply: FastifyReply,
): Promise<FastifyReply> | FastifyReply {
  const declared = typeOf(request);
  if (!declared) return sendProblem(request, reply, unsupported);
  return answerOnce(deps, request, reply, async (trx, scope) => {
    const logo = checkLogo(request.body, declared);
    if (!logo.ok) return logo;
    return success(presentSettings(scope.mode, await setLogo(trx, scope, logo.value), deps.publicUrl));
  });
}

function typeOf(request: FastifyRequest): LogoType | undefined {
  const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  return Buffer.isBuffer(request.body) ? logoTypes.find((known) => known === type) : undefined;
}
