import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../database/database.ts";
import { sendPage } from "../http/list-reply.ts";
import { sendProblem } from "../http/problem-reply.ts";
import { authOf } from "../http/request-auth.ts";
import { notFound } from "../kernel/not-found.ts";
import { toApiEvent } from "./api-event.ts";
import { findEvent } from "./find-event.ts";
import { listEvents } from "./list-events.ts";
import { EventListSchema, EventSchema, type ListEventsQuery, ListEventsSchema } from "./schemas.ts";

export type EventRouteDeps = { readonly database: Database };

type WithId = { Params: { id: string } };

/** `/api/events`. The route that sends an event again is in `webhooks`. */
export function eventRoutes(deps: EventRouteDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get<{ Querystring: ListEventsQuery }>(
      "/events",
      {
        config: { scope: ["events", "read"], operation: "listEvents" },
        schema: {
          summary: "List events, newest first",
          description: "The events of the last 90 days.",
          querystring: ListEventsSchema,
          response: { 200: EventListSchema },
        },
      },
      (request, reply) => list(deps, request, reply),
    );
    app.get<WithId>(
      "/events/:id",
      {
        config: { scope: ["events", "read"], operation: "getEvent" },
        schema: {
          summary: "Get an event",
          description:
            "The event, with its object as it was at the time of the event. Events are kept for 90 days.",
          response: { 200: EventSchema },
        },
      },
      (request, reply) => get(deps, request, reply),
    );
  };
}

async function list(
  deps: EventRouteDeps,
  request: FastifyRequest<{ Querystring: ListEventsQuery }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const auth = authOf(request);
  const page = await listEvents(deps.database, auth, request.query);
  return sendPage(request, reply, page, toApiEvent);
}

async function get(
  deps: EventRouteDeps,
  request: FastifyRequest<WithId>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const auth = authOf(request);
  const event = await deps.database.inTenant(auth, (trx) => findEvent(trx, request.params.id));
  return event ? reply.send(toApiEvent(event)) : sendProblem(request, reply, notFound);
}
