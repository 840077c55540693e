import { type TypeBoxTypeProvider, TypeBoxValidatorCompiler } from "@fastify/type-provider-typebox";
import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from "fastify";
import { Compile } from "typebox/compile";
import { findCurrency } from "../kernel/currency.ts";
import { accountOf, authenticate } from "./authentication.ts";
import { authorize } from "./authorize.ts";
import { describeCharge } from "./charge.ts";
import type { SandboxPspDeps } from "./deps.ts";
import {
  type ApiAnswer,
  answerWithFault,
  errorAnswer,
  type Fault,
  type FaultSource,
  type Holder,
} from "./faults.ts";
import { findCharge } from "./find-charge.ts";
import { type MoveInput, moveMoney } from "./move-money.ts";
import type { Movement } from "./queries.ts";
import {
  type AuthorizeBody,
  amountBody,
  authorizeBody,
  chargeParams,
  chargesQuery,
  emptyBody,
  faultHeader,
} from "./schemas.ts";
import { unavailable } from "./unavailable.ts";

/** The API that Kassa's sandbox connector calls. */
export function apiRoutes(
  deps: SandboxPspDeps,
  holder: Holder,
  faults: FaultSource | undefined,
): FastifyPluginAsync {
  return async (parent) => {
    prepare(parent, deps);
    const app = parent.withTypeProvider<TypeBoxTypeProvider>();
    const answer = (request: FastifyRequest, reply: FastifyReply, operate: () => Promise<ApiAnswer>) =>
      answerWithFault(reply, faults?.(request) ?? requestedFault(request), holder, operate);

    app.post("/charges", { schema: { hide: true, body: authorizeBody } }, (request, reply) =>
      answer(request, reply, () => postCharge(deps, request, request.body)),
    );
    app.get("/charges", { schema: { hide: true, querystring: chargesQuery } }, (request, reply) =>
      answer(request, reply, () => getCharges(deps, request, request.query.idempotencyKey)),
    );
    const moneyRoute = { schema: { hide: true, params: chargeParams, body: amountBody } };
    for (const kind of ["capture", "refund"] as const) {
      app.post(`/charges/:id/${kind}`, moneyRoute, (request, reply) =>
        answer(request, reply, () =>
          postMovement(deps, request, { kind, charge: request.params.id, ...request.body }),
        ),
      );
    }
    app.post(
      "/charges/:id/void",
      { schema: { hide: true, params: chargeParams, body: emptyBody } },
      (request, reply) =>
        answer(request, reply, () =>
          postMovement(deps, request, {
            kind: "void",
            charge: request.params.id,
            amount: null,
            currency: null,
          }),
        ),
    );
  };
}

/** Nothing of the app around it shows: JSON as usual, TypeBox's validation without coercion, our error answers. */
function prepare(app: FastifyInstance, deps: SandboxPspDeps): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    app.getDefaultJsonParser("error", "error"),
  );
  app.setValidatorCompiler(TypeBoxValidatorCompiler);
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

async function postCharge(
  deps: SandboxPspDeps,
  request: FastifyRequest,
  body: AuthorizeBody,
): Promise<ApiAnswer> {
  const idempotencyKey = idempotencyKeyOf(request);
  if (idempotencyKey === undefined) return errorAnswer("idempotency_key_required");
  if (!isReturnUrl(body.returnUrl) || !findCurrency(body.currency)) return errorAnswer("invalid_request");
  const authorized = await authorize(deps, { ...body, account: accountOf(request), idempotencyKey });
  if (!authorized.ok) return errorAnswer(authorized.failure);
  const { charge, replayed } = authorized.value;
  const neverArrives = charge.outcome === "approve_then_time_out" && !replayed;
  return { status: 200, body: describeCharge(charge, deps.publicUrl()), replayed, neverArrives };
}

async function getCharges(deps: SandboxPspDeps, request: FastifyRequest, key: string): Promise<ApiAnswer> {
  const charge = await findCharge(deps, accountOf(request), key);
  const data = charge ? [describeCharge(charge, deps.publicUrl())] : [];
  return { status: 200, body: { object: "list", data } };
}

async function postMovement(
  deps: SandboxPspDeps,
  request: FastifyRequest,
  input: Omit<MoveInput, "account" | "idempotencyKey">,
): Promise<ApiAnswer> {
  const idempotencyKey = idempotencyKeyOf(request);
  if (idempotencyKey === undefined) return errorAnswer("idempotency_key_required");
  const moved = await moveMoney(deps, { ...input, account: accountOf(request), idempotencyKey });
  if (!moved.ok) return errorAnswer(moved.failure);
  return { status: 200, body: describeMovement(moved.value.movement), replayed: moved.value.replayed };
}

function describeMovement(movement: Movement) {
  return {
    object: "movement",
    id: movement.id,
    mode: "sandbox",
    account: movement.account,
    idempotencyKey: movement.idempotencyKey,
    charge: movement.charge,
    kind: movement.kind,
    amount: movement.amount,
    currency: movement.currency,
    status: movement.refusal === null ? "succeeded" : "refused",
    refusal: movement.refusal,
  };
}

const visibleAscii = /^[\x21-\x7e]{1,255}$/;

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const header = request.headers["idempotency-key"];
  return typeof header === "string" && visibleAscii.test(header) ? header : undefined;
}

function isReturnUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.username === "" && url.password === "";
}

const faultCheck = Compile(faultHeader);

function requestedFault(request: FastifyRequest): Fault | undefined {
  const header = request.headers["sandbox-fault"];
  return faultCheck.Check(header) ? header : undefined;
}
