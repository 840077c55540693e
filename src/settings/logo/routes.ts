import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaCompiler } from "fastify";
import { withIdempotency } from "../../http/idempotency.ts";
import { sendProblem } from "../../http/problem-reply.ts";
import { anyType, takeUploads } from "../../http/take-uploads.ts";
import { compileValidator } from "../../http/validation.ts";
import type { Problem } from "../../kernel/problem.ts";
import { success } from "../../kernel/result.ts";
import { Type } from "../../kernel/type.ts";
import { toApiSettings } from "../api-settings.ts";
import type { SettingsRouteDeps } from "../deps.ts";
import { SettingsSchema } from "../schemas.ts";
import { type LogoType, logoTypes } from "../settings.ts";
import { checkLogo, logoMaxBytes, tooLarge } from "./check-logo.ts";
import { setLogo } from "./set-logo.ts";

const write = (operation: string) => ({ scope: ["settings", "write"], operation }) as const;

/** Skips body validation, because the body is the picture itself. */
const checkNoBody: FastifySchemaCompiler<object> = (part) =>
  part.httpPart === "body" ? () => true : compileValidator(part);

/** `/api/settings/logo`, in its own Fastify context, because no other route accepts such bodies. */
export function logoRoutes(deps: SettingsRouteDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    const typeOf = takeUploads(app, { what: "logo", types: logoTypes, tooLarge });
    app.post<{ Body: Buffer }>(
      "/settings/logo",
      {
        config: write("uploadLogo"),
        bodyLimit: logoMaxBytes,
        validatorCompiler: checkNoBody,
        schema: {
          summary: "Upload the logo",
          description:
            "The body is the picture itself: PNG, JPEG, WebP or SVG, at most 128 KiB. With `application/octet-stream` the type is detected from its bytes. It replaces the current logo.",
          consumes: [anyType, ...logoTypes],
          body: Type.String({ format: "binary", description: "The picture." }),
          response: { 200: SettingsSchema },
        },
      },
      (request, reply) => upload(deps, request, reply, typeOf(request)),
    );
    app.delete(
      "/settings/logo",
      {
        config: write("deleteLogo"),
        schema: {
          summary: "Remove the logo",
          description: "The payment page then shows only the name.",
          response: { 200: SettingsSchema },
        },
      },
      (request, reply) =>
        withIdempotency(deps, request, reply, async (trx) =>
          success(toApiSettings(trx.mode, await setLogo(trx, null), deps.publicUrl)),
        ),
    );
  };
}

function upload(
  deps: SettingsRouteDeps,
  request: FastifyRequest<{ Body: Buffer }>,
  reply: FastifyReply,
  declared: LogoType | null | Problem,
): Promise<FastifyReply> | FastifyReply {
  if (typeof declared === "object" && declared !== null) return sendProblem(request, reply, declared);
  return withIdempotency(deps, request, reply, async (trx) => {
    const logo = checkLogo(request.body, declared);
    if (!logo.ok) return logo;
    return success(toApiSettings(trx.mode, await setLogo(trx, logo.value), deps.publicUrl));
  });
}
