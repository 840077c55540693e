import type { FastifyInstance } from "fastify";
import { readTypeFilter } from "../../events/type-patterns.ts";
import { sendProblem } from "../../http/problem-reply.ts";
import { problem } from "../../kernel/problem.ts";
import { success } from "../../kernel/result.ts";
import { allows } from "../../tenants/scopes.ts";
import type { IdentifyPerson } from "../authenticate-person.ts";
import { EventStreamQuerySchema } from "../schemas.ts";
import type { EventViewers } from "./event-viewers.ts";
import { Viewer } from "./viewer.ts";

type Query = {
  readonly tenant?: string;
  readonly mode?: string;
  readonly type?: string;
  readonly session?: string;
};

const notAllowed = problem("role_forbids", 'Your role doesn\'t include "events:read".');
const closing = problem("service_unavailable", "The server is shutting down. Connect again.");

/**
 * `/dashboard/api/events/stream`: the events of a tenant and mode as they happen. Browsers can't send headers with it, so the query names
 * tenant and mode; otherwise it takes what a person's request to the API takes.
 */
export function eventStreamRoutes(identify: IdentifyPerson, viewers: EventViewers) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook("preClose", async () => viewers.close());
    app.get<{ Querystring: Query }>(
      "/stream",
      { schema: { querystring: EventStreamQuerySchema } },
      async (request, reply) => {
        const { tenant, mode, type, session } = request.query;
        const person = await identify(request, reply, { tenant, mode });
        if (!person.ok) return sendProblem(request, reply, person.failure);
        const { caller, who } = person.value;
        if (!allows(caller.scopes, "events", "read")) return sendProblem(request, reply, notAllowed);
        const types = type === undefined ? success(undefined) : readTypeFilter(type);
        if (!types.ok) return sendProblem(request, reply, types.failure);
        if (caller.bucket && caller.bucket.take() < 0)
          return sendProblem(request, reply, {
            ...problem("rate_limited", "You opened too many streams in one second."),
            retryAfter: caller.bucket.retryAfterSeconds(),
          });
        if (viewers.isClosed) return sendProblem(request, reply, closing);
        const watching = {
          personId: who.person.id,
          signInId: who.signInId,
          tenantId: caller.tenantId,
          mode: caller.mode,
        };
        const viewer = new Viewer(reply, watching, { types: types.value, sessionId: session });
        const lastId = request.headers["last-event-id"];
        await viewers.add(viewer, typeof lastId === "string" ? lastId : undefined).catch((error: unknown) => {
          request.log.warn({ err: error, requestId: request.id }, "a stream of events has ended");
        });
        return reply;
      },
    );
  };
}
