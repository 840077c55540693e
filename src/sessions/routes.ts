import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import type { TenantTransaction } from "../database/transaction.ts";
import { readIdempotencyKey, withIdempotency } from "../http/idempotency.ts";
import { sendPage } from "../http/list-reply.ts";
import { sendProblem } from "../http/problem-reply.ts";
import { authOf } from "../http/request-auth.ts";
import { present } from "../kernel/assert.ts";
import { isOwnId } from "../kernel/id.ts";
import { notFound } from "../kernel/not-found.ts";
import { problem } from "../kernel/problem.ts";
import { failed, success } from "../kernel/result.ts";
import type { Keyring } from "../kernel/seal.ts";
import { allows } from "../tenants/scopes.ts";
import { describeSession, toApiSession } from "./api-session.ts";
import { checkMetadata } from "./check-session-request.ts";
import { type CreateSessionDeps, createSession } from "./create-session.ts";
import { expireSession } from "./expire-session.ts";
import { listSessions } from "./list-sessions.ts";
import { mergeMetadata } from "./metadata.ts";
import { getSession, lockSession, setMetadata } from "./queries/sessions.ts";
import {
  type CreateSessionBody,
  CreateSessionSchema,
  expandedSessionSchema,
  type GetSessionQuery,
  GetSessionSchema,
  type ListSessionsQuery,
  ListSessionsSchema,
  SessionListSchema,
  SessionSchema,
  type UpdateSessionBody,
  UpdateSessionSchema,
} from "./schemas.ts";
import type { SessionDeps } from "./transition-session.ts";

export type SessionRouteDeps = CreateSessionDeps &
  SessionDeps & { readonly keyring: Keyring; readonly payment: PaymentExpansion };

/** How `expand=payment` describes a payment. Passed in, because this room can't import `payments`. */
export type PaymentExpansion = {
  readonly schema: TSchema;
  readonly describe: (trx: TenantTransaction, id: string) => Promise<object | undefined>;
};

type WithId = { Params: { id: string } };

/** `/api/checkout/sessions` */
export function sessionRoutes(deps: SessionRouteDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.post<{ Body: CreateSessionBody }>(
      "/checkout/sessions",
      {
        config: { scope: ["checkout_sessions", "write"], operation: "createCheckoutSession" },
        schema: {
          summary: "Create a checkout session",
          description:
            "Creates a session and returns the URL of its payment page. Send an Idempotency-Key, so that you can repeat the call safely.",
          body: CreateSessionSchema,
          response: { 200: SessionSchema },
        },
      },
      (request, reply) => create(deps, request, reply),
    );
    app.get<{ Querystring: ListSessionsQuery }>(
      "/checkout/sessions",
      {
        config: { scope: ["checkout_sessions", "read"], operation: "listCheckoutSessions" },
        schema: {
          summary: "List checkout sessions, newest first",
          description: "The sessions of the key's mode, a page at a time. Filters narrow the list.",
          querystring: ListSessionsSchema,
          response: { 200: SessionListSchema },
        },
      },
      (request, reply) => list(deps, request, reply),
    );
    app.get<WithId & { Querystring: GetSessionQuery }>(
      "/checkout/sessions/:id",
      {
        config: { scope: ["checkout_sessions", "read"], operation: "getCheckoutSession" },
        schema: {
          summary: "Get a checkout session",
          description: "The current session. With `expand=payment` it includes its payment.",
          querystring: GetSessionSchema,
          response: { 200: expandedSessionSchema(deps.payment.schema) },
        },
      },
      (request, reply) => get(deps, request, reply),
    );
    app.post<WithId & { Body: UpdateSessionBody }>(
      "/checkout/sessions/:id",
      {
        config: { scope: ["checkout_sessions", "write"], operation: "updateCheckoutSession" },
        schema: {
          summary: "Change the metadata of a checkout session",
          description: "Merges metadata by key. Nothing else in a session can be changed.",
          body: UpdateSessionSchema,
          response: { 200: SessionSchema },
        },
      },
      (request, reply) => update(deps, request, reply),
    );
    app.post<WithId>(
      "/checkout/sessions/:id/expire",
      {
        config: { scope: ["checkout_sessions", "write"], operation: "expireCheckoutSession" },
        schema: {
          summary: "Expire an open checkout session",
          description:
            "After this call the session can't be paid. While a payment is in progress, the call fails with 409.",
          response: { 200: SessionSchema },
        },
      },
      (request, reply) => expire(deps, request, reply),
    );
  };
}

async function create(
  deps: SessionRouteDeps,
  request: FastifyRequest<{ Body: CreateSessionBody }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const auth = authOf(request);
  const key = readIdempotencyKey(request);
  if (!key.ok) return sendProblem(request, reply, key.failure);
  const created = await createSession(deps, {
    scope: auth,
    allowedHosts: auth.tenant.allowedHosts,
    amountLimits: auth.amountLimits,
    body: request.body,
    rawJson: request.rawJson,
    idempotencyKey: key.value,
  });
  if (!created.ok) return sendProblem(request, reply, created.failure);
  if (created.value.replayed) reply.header("idempotent-replayed", "true");
  return reply.send(await describeSession(created.value.session, deps));
}

const paymentScopeMissing = problem(
  "scope_missing",
  'To expand the payment, this key also needs the scope "payments:read".',
  "expand",
);

async function get(
  deps: SessionRouteDeps,
  request: FastifyRequest<WithId & { Querystring: GetSessionQuery }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const auth = authOf(request);
  const { id } = request.params;
  const expands = request.query.expand === "payment";
  if (expands && !allows(auth.scopes, "payments", "read"))
    return sendProblem(request, reply, paymentScopeMissing);
  if (!isOwnId(id, "cs", auth)) return sendProblem(request, reply, notFound);
  const found = await deps.database.inTenant(auth, async (trx) => {
    const session = await getSession(trx, id);
    if (!session) return undefined;
    const shown = await describeSession(session, deps);
    if (!expands || session.paymentId === null) return shown;
    return { ...shown, payment: await deps.payment.describe(trx, session.paymentId) };
  });
  return found ? reply.send(found) : sendProblem(request, reply, notFound);
}

async function list(
  deps: SessionRouteDeps,
  request: FastifyRequest<{ Querystring: ListSessionsQuery }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const auth = authOf(request);
  const page = await listSessions(deps.database, auth, request.query);
  const hasAccount = await deps.hasAccount(auth);
  return sendPage(request, reply, page, (session) => toApiSession(session, deps.publicUrl, hasAccount));
}

function update(
  deps: SessionRouteDeps,
  request: FastifyRequest<WithId & { Body: UpdateSessionBody }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return withIdempotency(deps, request, reply, async (trx) => {
    const { id } = request.params;
    const { metadata } = request.body;
    const fault = checkMetadata(metadata, request.rawJson);
    if (fault) return failed(fault);
    const locked = isOwnId(id, "cs", trx.scope) ? await lockSession(trx, id) : undefined;
    if (!locked) return failed(notFound);
    const merged = mergeMetadata(locked.metadata, metadata);
    if (!merged.ok) return merged;
    const session = present(await setMetadata(trx, id, merged.value), "the locked session");
    return success(await describeSession(session, deps));
  });
}

function expire(
  deps: SessionRouteDeps,
  request: FastifyRequest<WithId>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return withIdempotency(deps, request, reply, async (trx) => {
    const { id } = request.params;
    if (!isOwnId(id, "cs", trx.scope)) return failed(notFound);
    const expired = await expireSession(deps, trx, id);
    return expired.ok ? success(await describeSession(expired.value, deps)) : expired;
  });
}
