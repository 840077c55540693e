import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from "fastify";
import { shapeOf } from "../kernel/shape.ts";
import { type Answerer, typed } from "./api-call.ts";
import { authenticate } from "./authentication.ts";
import { addChargeRoutes } from "./charge-routes.ts";
import { addClockRoutes } from "./clock-routes.ts";
import type { SandboxPspDeps } from "./deps.ts";
import { addDisputeRoutes } from "./dispute-routes.ts";
import {
  type ApiAnswer,
  answerWithFault,
  errorAnswer,
  type Fault,
  type FaultSource,
  type Holder,
} from "./faults.ts";
import { faultHeader } from "./schemas.ts";
import { unavailable } from "./unavailable.ts";
import { compileShape } from "./validation.ts";

/** The API that Kassa's sandbox connector calls. Any call can be made to go wrong, by a header or by `faults`. */
export function apiRoutes(
  deps: SandboxPspDeps,
  holder: Holder,
  faults: FaultSource | undefined,
): FastifyPluginAsync {
  return async (parent) => {
    prepare(parent, deps);
    const app = typed(parent);
    const answer: Answerer = (request, reply, operate) =>
      answerWithFault(reply, faults?.(request) ?? requestedFault(request), holder, operate);
    addChargeRoutes(app, deps, answer);
    addDisputeRoutes(app, deps, answer);
    addClockRoutes(app, deps, answer);
  };
}

/** What Kassa sends has a few hundred bytes; evidence has a limit of its own. */
const bodyLimitBytes = 8 * 1024;

/** Nothing of the app around it shows: JSON as usual, validation without coercion, our error answers. */
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
    // The error of a refused request may quote what was sent, a card number for one: it is neither logged nor answered.
    if (refused) return sendError(reply, errorAnswer("invalid_request"));
    request.log.error({ err: error }, "the simulated PSP failed");
    return sendError(reply, errorAnswer(unavailable(error) ? "unavailable" : "internal_error"));
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
