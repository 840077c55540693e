import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from "fastify";
import { shapeOf } from "../kernel/shape.ts";
import { type Respond, typed } from "./api-call.ts";
import { authenticate } from "./authentication.ts";
import { addChargeRoutes } from "./charge-routes.ts";
import { addClockRoutes } from "./clock-routes.ts";
import { isDatabaseUnavailable } from "./database-unavailable.ts";
import type { SandboxPspDeps } from "./deps.ts";
import { addDisputeRoutes } from "./dispute-routes.ts";
import {
  type ApiAnswer,
  errorAnswer,
  type Fault,
  type FaultSource,
  respondWithFault,
  type StalledReplies,
} from "./faults.ts";
import { faultHeader } from "./schemas.ts";
import { compileShape } from "./validation.ts";

/** The API that Kassa's sandbox connector calls. The header `Sandbox-Fault` or `faults` can make any call fail. */
export function apiRoutes(
  deps: SandboxPspDeps,
  stalled: StalledReplies,
  faults: FaultSource | undefined,
): FastifyPluginAsync {
  return async (parent) => {
    prepare(parent, deps);
    const app = typed(parent);
    const respond: Respond = (request, reply, operate) =>
      respondWithFault(reply, faults?.(request) ?? requestedFault(request), stalled, operate);
    addChargeRoutes(app, deps, respond);
    addDisputeRoutes(app, deps, respond);
    addClockRoutes(app, deps, respond);
  };
}

/** Kassa's requests have a few hundred bytes. Evidence has a limit of its own. */
const bodyLimitBytes = 8 * 1024;

/** Replaces the surrounding app's settings: default JSON parsing, validation without coercion, our own error answers. */
function prepare(app: FastifyInstance, deps: SandboxPspDeps): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    app.getDefaultJsonParser("error", "error"),
  );
  app.addHook("onRoute", (route) => {
    route.bodyLimit ??= bodyLimitBytes;
  });
  app.setValidatorCompiler(compileShape);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refused =
      error.validation !== undefined || (error.statusCode !== undefined && error.statusCode < 500);
    // The error may quote the request, even a card number, so it is neither logged nor sent back.
    if (refused) return sendError(reply, errorAnswer("invalid_request"));
    request.log.error({ err: error }, "the simulated PSP failed");
    return sendError(reply, errorAnswer(isDatabaseUnavailable(error) ? "unavailable" : "internal_error"));
  });
  app.addHook("onRequest", async (request, reply) => {
    const account = authenticate(request, deps.secretKey);
    if (!account.ok) return sendError(reply, errorAnswer(account.failure));
  });
}

function sendError(reply: FastifyReply, answer: ApiAnswer): FastifyReply {
  return reply.code(answer.status).send(answer.body);
}

const faultCheck = shapeOf(faultHeader);

function requestedFault(request: FastifyRequest): Fault | undefined {
  const header = request.headers["sandbox-fault"];
  return faultCheck.fits(header) ? header : undefined;
}
