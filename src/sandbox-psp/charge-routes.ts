import type { FastifyRequest } from "fastify";
import { findCurrency } from "../kernel/currency.ts";
import type { Answerer, ApiApp, Caller } from "./api-call.ts";
import { listOf, withKey } from "./api-call.ts";
import { accountOf } from "./authentication.ts";
import { authorize } from "./authorize.ts";
import { describeCharge } from "./charge.ts";
import type { SandboxPspDeps } from "./deps.ts";
import { type ApiAnswer, errorAnswer, isEarly } from "./faults.ts";
import { findInstrument } from "./instrument.ts";
import { findCharge, findMovementByKey, readHistory } from "./look-up.ts";
import { type MoveInput, moveMoney } from "./move-money.ts";
import { describeMovement } from "./movement.ts";
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
import { behaviourOf } from "./test-outcomes.ts";

/** Charges, what is done with them, and the look-ups of both. */
export function addChargeRoutes(app: ApiApp, deps: SandboxPspDeps, answer: Answerer): void {
  app.post("/charges", { schema: { hide: true, body: authorizeBody } }, (request, reply) =>
    answer(request, reply, () => withKey(request, (caller) => postCharge(deps, caller, request.body))),
  );
  app.get("/charges", { schema: { hide: true, querystring: keyQuery } }, (request, reply) =>
    answer(request, reply, async () => {
      const charge = await findCharge(deps, accountOf(request), request.query.idempotencyKey);
      return listOf(charge && describeCharge(charge, deps.publicUrl()));
    }),
  );
  app.get("/movements", { schema: { hide: true, querystring: keyQuery } }, (request, reply) =>
    answer(request, reply, async () => {
      const movement = await findMovementByKey(deps, accountOf(request), request.query.idempotencyKey);
      return listOf(movement && describeMovement(movement));
    }),
  );
  app.get("/history", { schema: { hide: true, querystring: historyQuery } }, (request, reply) =>
    answer(request, reply, async () => {
      const { changedAfter, cursor = null } = request.query;
      return {
        status: 200,
        body: await readHistory(deps, { account: accountOf(request), changedAfter, cursor }),
      };
    }),
  );
  addMovementRoutes(app, deps, answer);
}

function addMovementRoutes(app: ApiApp, deps: SandboxPspDeps, answer: Answerer): void {
  const schema = { hide: true, params: idParams };
  app.post("/charges/:id/capture", { schema: { ...schema, body: captureBody } }, (request, reply) => {
    const { amount, currency, final = false } = request.body;
    const moves = { kind: "capture", charge: request.params.id, amount, currency, final } as const;
    const input = { ...moves, merchantReference: request.body.merchantReference ?? null };
    return answer(request, reply, () =>
      withKey(request, (caller) =>
        postMovement(deps, caller, { ...input, notify: isFromDashboard(request) }),
      ),
    );
  });
  app.post("/charges/:id/void", { schema: { ...schema, body: voidBody } }, (request, reply) => {
    const none = { amount: null, currency: null, final: false };
    const moves = { kind: "void", charge: request.params.id, ...none } as const;
    const input = { ...moves, merchantReference: request.body.merchantReference ?? null };
    return answer(request, reply, () =>
      withKey(request, (caller) =>
        postMovement(deps, caller, { ...input, notify: isFromDashboard(request) }),
      ),
    );
  });
  app.post("/charges/:id/refund", { schema: { ...schema, body: refundBody } }, (request, reply) => {
    const { amount, currency } = request.body;
    const moves = { kind: "refund", charge: request.params.id, amount, currency, final: false } as const;
    const input = { ...moves, merchantReference: request.body.merchantReference ?? null };
    return answer(request, reply, () =>
      withKey(request, (caller) =>
        postMovement(deps, caller, { ...input, notify: isFromDashboard(request) }),
      ),
    );
  });
}

async function postCharge(deps: SandboxPspDeps, caller: Caller, body: AuthorizeBody): Promise<ApiAnswer> {
  const { method, ...asked } = body;
  if (!isReturnUrl(body.returnUrl) || !findCurrency(body.currency)) return errorAnswer("invalid_request");
  const instrument = findInstrument(method);
  if (!instrument.ok) return errorAnswer(instrument.failure);
  const { fault } = behaviourOf(instrument.value.outcome);
  if (isEarly(fault)) return { ...errorAnswer("internal_error"), fault };
  const authorized = await authorize(deps, { ...asked, ...caller, instrument: instrument.value });
  if (!authorized.ok) return errorAnswer(authorized.failure);
  const { charge, replayed } = authorized.value;
  const body200 = describeCharge(charge, deps.publicUrl());
  return { status: 200, body: body200, replayed, fault: replayed ? undefined : fault };
}

async function postMovement(
  deps: SandboxPspDeps,
  caller: Caller,
  input: Omit<MoveInput, "account" | "idempotencyKey">,
): Promise<ApiAnswer> {
  const moved = await moveMoney(deps, { ...input, ...caller });
  if (!moved.ok) return errorAnswer(moved.failure);
  const { movement, charge, replayed } = moved.value;
  const fault = replayed ? undefined : behaviourOf(charge.outcome).movementFault;
  return { status: 200, body: describeMovement(movement), replayed, fault };
}

/** Whether the request stands for what somebody does at the PSP's own dashboard: then the account is told of it. */
function isFromDashboard({ headers }: FastifyRequest): boolean {
  return headers["sandbox-origin"] === "dashboard";
}

function isReturnUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.username === "" && url.password === "";
}
