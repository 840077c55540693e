import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Scope } from "../database/transaction.ts";
import { answerOnce, readIdempotencyKey } from "../http/idempotency.ts";
import { sendPage } from "../http/list-reply.ts";
import { notFound } from "../http/not-found.ts";
import { sendProblem } from "../http/problem-reply.ts";
import { present } from "../kernel/assert.ts";
import { parseId } from "../kernel/id.ts";
import { failed, success } from "../kernel/result.ts";
import type { Keyring } from "../kernel/seal.ts";
import { checkMetadata } from "./check-session-request.ts";
import { type CreateSessionDeps, createSession } from "./create-session.ts";
import { expireSession } from "./expire-session.ts";
import { listSessions } from "./list-sessions.ts";
import type { SessionDeps } from "./move-session.ts";
import { presentSession } from "./present-session.ts";
import { getSession, setMetadata } from "./queries.ts";
import {
  type CreateSessionBody,
  CreateSessionSchema,
  type ListSessionsQuery,
  ListSessionsSchema,
  SessionListSchema,
  SessionSchema,
  UpdateSessionSchema,
} from "./schemas.ts";

export type SessionRouteDeps = CreateSessionDeps & SessionDeps & { readonly keyring: Keyring };

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
            "Makes a session and answers with the address of its payment page. Send an Idempotency-Key to be able to repeat the call.",
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
          querystring: ListSessionsSchema,
          response: { 200: SessionListSchema },
        },
      },
      (request, reply) => list(deps, request, reply),
    );
    app.get<WithId>(
      "/checkout/sessions/:id",
      {
        config: { scope: ["checkout_sessions", "read"], operation: "getCheckoutSession" },
        schema: { summary: "Get a checkout session", response: { 200: SessionSchema } },
      },
      (request, reply) => get(deps, request, reply),
    );
    app.post<WithId & { Body: { metadata: Record<string, string> | null } }>(
      "/checkout/sessions/:id",
      {
        config: { scope: ["checkout_sessions", "write"], operation: "updateCheckoutSession" },
        schema: {
          summary: "Replace the metadata of a checkout session",
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
        schema: { summary: "End an open checkout session", response: { 200: SessionSchema } },
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
  const grant = present(request.grant, "the request's grant");
  const key = readIdempotencyKey(request);
  if (!key.ok) return sendProblem(request, reply, key.failure);
  const created = await createSession(deps, {
    scope: grant,
    allowedHosts: grant.tenant.allowedHosts,
    body: request.body,
    rawJson: request.rawJson,
    idempotencyKey: key.value,
  });
  if (!created.ok) return sendProblem(request, reply, created.failure);
  if (created.value.replayed) reply.header("idempotent-replayed", "true");
  return reply.send(presentSession(created.value.session, deps.publicUrl));
}

async function get(
  deps: SessionRouteDeps,
  request: FastifyRequest<WithId>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const grant = present(request.grant, "the request's grant");
  const { id } = request.params;
  if (!isOwnId(grant, id)) return sendProblem(request, reply, notFound);
  const session = await deps.database.inScope(grant, (trx) => getSession(trx, grant, id));
  if (!session) return sendProblem(request, reply, notFound);
  return reply.send(presentSession(session, deps.publicUrl));
}

async function list(
  deps: SessionRouteDeps,
  request: FastifyRequest<{ Querystring: ListSessionsQuery }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const grant = present(request.grant, "the request's grant");
  const page = await listSessions(deps.database, grant, request.query);
  return sendPage(request, reply, page, (session) => presentSession(session, deps.publicUrl));
}

function update(
  deps: SessionRouteDeps,
  request: FastifyRequest<WithId & { Body: { metadata: Record<string, string> | null } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return answerOnce(deps, request, reply, async (trx, scope) => {
    const { id } = request.params;
    const { metadata } = request.body;
    const fault = checkMetadata(metadata, request.rawJson);
    if (fault) return failed(fault);
    const session = isOwnId(scope, id) ? await setMetadata(trx, scope, id, metadata) : undefined;
    return session ? success(presentSession(session, deps.publicUrl)) : failed(notFound);
  });
}

function expire(
  deps: SessionRouteDeps,
  request: FastifyRequest<WithId>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return answerOnce(deps, request, reply, async (trx, scope) => {
    const { id } = request.params;
    if (!isOwnId(scope, id)) return failed(notFound);
    const expired = await expireSession(deps, trx, scope, id);
    return expired.ok ? success(presentSession(expired.value, deps.publicUrl)) : expired;
  });
}

function isOwnId(scope: Scope, id: string): boolean {
  const parsed = parseId(id, "cs");
  return parsed !== undefined && parsed.tenantId === scope.tenantId && parsed.mode === scope.mode;
}
