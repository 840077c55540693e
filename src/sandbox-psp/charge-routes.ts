import type { FastifyReply, FastifyRequest } from "fastify";
import { findCurrency } from "../kernel/currency.ts";
import type { ApiApp, Caller, Respond } from "./api-call.ts";
import { listOf, withIdempotencyKey } from "./api-call.ts";
import { accountOf } from "./authentication.ts";
import { authorize } from "./authorize.ts";
import { toApiCharge } from "./charge.ts";
import type { SandboxPspDeps } from "./deps.ts";
import { type ApiAnswer, errorAnswer, isEarly } from "./faults.ts";
import { findInstrument } from "./instrument.ts";
import { findCharge, findMovementByKey, readHistory } from "./look-up.ts";
import { type MoveInput, moveMoney } from "./move-money.ts";
import { toApiMovement } from "./movement.ts";
import {
  type AuthorizeBody,
  authorizeBody,
  captureBody,
  historyQuery,
  idParams,
  keyQuery,
  refundBody,
  voidBody,
} from "./schemas.ts";
import { isDownFor } from "./test-emails.ts";
import { behaviourOf } from "./test-outcomes.ts";

type MovementCall = Omit<MoveInput, "account" | "idempotencyKey">;

/** Routes for charges, their movements, and the look-ups of both. */
export function addChargeRoutes(app: ApiApp, deps: SandboxPspDeps, respond: Respond): void {
  app.post("/charges", { schema: { hide: true, body: authorizeBody } }, (request, reply) =>
    respond(request, reply, () =>
      withIdempotencyKey(request, (caller) => postCharge(deps, caller, request.body)),
    ),
  );
  app.get("/charges", { schema: { hide: true, querystring: keyQuery } }, (request, reply) =>
    respond(request, reply, async () => {
      const charge = await findCharge(deps, accountOf(request), request.query.idempotencyKey);
      return listOf(charge && toApiCharge(charge, deps.publicUrl()));
    }),
  );
  app.get("/movements", { schema: { hide: true, querystring: keyQuery } }, (request, reply) =>
    respond(request, reply, async () => {
      const movement = await findMovementByKey(deps, accountOf(request), request.query.idempotencyKey);
      return listOf(movement && toApiMovement(movement));
    }),
  );
  app.get("/history", { schema: { hide: true, querystring: historyQuery } }, (request, reply) =>
    respond(request, reply, async () => {
      const { changedAfter, cursor = null } = request.query;
      return {
        status: 200,
        body: await readHistory(deps, { account: accountOf(request), changedAfter, cursor }),
      };
    }),
  );
  addMovementRoutes(app, deps, respond);
}

function addMovementRoutes(app: ApiApp, deps: SandboxPspDeps, respond: Respond): void {
  const schema = { hide: true, params: idParams };
  const post = (request: FastifyRequest, reply: FastifyReply, movement: Omit<MovementCall, "notify">) =>
    respond(request, reply, () =>
      withIdempotencyKey(request, (caller) =>
        postMovement(deps, caller, { ...movement, notify: isFromDashboard(request) }),
      ),
    );
  app.post("/charges/:id/capture", { schema: { ...schema, body: captureBody } }, (request, reply) => {
    const { amount, currency, final = false, merchantReference = null } = request.body;
    const charge = request.params.id;
    return post(request, reply, { kind: "capture", charge, amount, currency, final, merchantReference });
  });
  app.post("/charges/:id/void", { schema: { ...schema, body: voidBody } }, (request, reply) => {
    const { merchantReference = null } = request.body;
    const terms = { charge: request.params.id, amount: null, currency: null, final: false };
    return post(request, reply, { kind: "void", ...terms, merchantReference });
  });
  app.post("/charges/:id/refund", { schema: { ...schema, body: refundBody } }, (request, reply) => {
    const { amount, currency, merchantReference = null } = request.body;
    const terms = { charge: request.params.id, amount, currency, final: false };
    return post(request, reply, { kind: "refund", ...terms, merchantReference });
  });
}

async function postCharge(deps: SandboxPspDeps, caller: Caller, body: AuthorizeBody): Promise<ApiAnswer> {
  const { method, customerEmail, ...terms } = body;
  if (!isReturnUrl(body.returnUrl) || !findCurrency(body.currency)) return errorAnswer("invalid_request");
  if (method.type === "hosted_page" && isDownFor(customerEmail, caller.account))
    return errorAnswer("internal_error");
  const instrument = findInstrument(method);
  if (!instrument.ok) return errorAnswer(instrument.failure);
  const { fault } = behaviourOf(instrument.value.outcome);
  if (isEarly(fault)) return { ...errorAnswer("internal_error"), fault };
  const authorized = await authorize(deps, { ...terms, ...caller, instrument: instrument.value });
  if (!authorized.ok) return errorAnswer(authorized.failure);
  const { charge, replayed } = authorized.value;
  const body200 = toApiCharge(charge, deps.publicUrl());
  return { status: 200, body: body200, replayed, fault: replayed ? undefined : fault };
}

async function postMovement(deps: SandboxPspDeps, caller: Caller, input: MovementCall): Promise<ApiAnswer> {
  const moved = await moveMoney(deps, { ...input, ...caller });
  if (!moved.ok) return errorAnswer(moved.failure);
  const { movement, charge, replayed } = moved.value;
  const fault = replayed ? undefined : behaviourOf(charge.outcome).movementFault;
  return { status: 200, body: toApiMovement(movement), replayed, fault };
}

/** Whether the request simulates an action in the PSP's own dashboard. The account is then notified of it. */
function isFromDashboard({ headers }: FastifyRequest): boolean {
  return headers["sandbox-origin"] === "dashboard";
}

function isReturnUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.username === "" && url.password === "";
}
