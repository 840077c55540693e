import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../database/database.ts";
import { withIdempotency } from "../http/idempotency.ts";
import { sendPage } from "../http/list-reply.ts";
import { sendProblem } from "../http/problem-reply.ts";
import { actingScope, authOf } from "../http/request-auth.ts";
import { present } from "../kernel/assert.ts";
import type { AgentsFor } from "../kernel/guarded-agent.ts";
import { notFound } from "../kernel/not-found.ts";
import { failed, success } from "../kernel/result.ts";
import { checkEndpointFields } from "./check-endpoint-fields.ts";
import { createEndpoint, type EndpointDeps } from "./create-endpoint.ts";
import { deleteEndpoint } from "./delete-endpoint.ts";
import { toApiDelivery } from "./delivery.ts";
import { toApiEndpoint } from "./endpoint.ts";
import { findEndpoint } from "./find-endpoint.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { listEndpoints } from "./list-endpoints.ts";
import { resendEvent } from "./resend-event.ts";
import { rotateSecret } from "./rotate-secret.ts";
import * as schemas from "./schemas.ts";
import { sendTest } from "./send-test.ts";
import { updateEndpoint } from "./update-endpoint.ts";

export type WebhookRouteDeps = EndpointDeps & {
  readonly database: Database;
  readonly agentsFor: AgentsFor;
  /** Wakes the delivery worker. */
  readonly wake: () => void;
};

type WithId = { Params: { id: string } };
type Deps = WebhookRouteDeps;

/** `/api/webhook-endpoints` and `/api/events/<id>/resend`. */
export function webhookRoutes(deps: WebhookRouteDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    addEndpointRoutes(app, deps);
    addSecretRoute(app, deps);
    addDeliveryRoutes(app, deps);
  };
}

const read = (operation: string) => ({ scope: ["webhook_endpoints", "read"], operation }) as const;
const write = (operation: string) => ({ scope: ["webhook_endpoints", "write"], operation }) as const;

function addEndpointRoutes(app: FastifyInstance, deps: Deps): void {
  app.post<{ Body: schemas.CreateEndpointBody }>(
    "/webhook-endpoints",
    {
      config: write("createWebhookEndpoint"),
      schema: {
        summary: "Create a webhook endpoint",
        description: "The response contains the secret that signs webhooks. It is shown only once.",
        body: schemas.CreateEndpointSchema,
        response: { 200: schemas.EndpointWithSecretSchema },
      },
    },
    (request, reply) => create(deps, request, reply),
  );
  app.get<{ Querystring: schemas.ListQuery }>(
    "/webhook-endpoints",
    {
      config: read("listWebhookEndpoints"),
      schema: {
        summary: "List webhook endpoints, newest first",
        description: "The endpoints of the key's mode, a page at a time. Secrets are not shown.",
        querystring: schemas.ListSchema,
        response: { 200: schemas.EndpointListSchema },
      },
    },
    async (request, reply) => {
      const page = await listEndpoints(deps.database, authOf(request), request.query);
      return sendPage(request, reply, page, (endpoint) => toApiEndpoint(endpoint));
    },
  );
  app.get<WithId>(
    "/webhook-endpoints/:id",
    {
      config: read("getWebhookEndpoint"),
      schema: {
        summary: "Get a webhook endpoint",
        description: "The endpoint without its secret, which is shown only when it is created or rotated.",
        response: { 200: schemas.EndpointSchema },
      },
    },
    (request, reply) => get(deps, request, reply),
  );
  app.post<WithId & { Body: schemas.UpdateEndpointBody }>(
    "/webhook-endpoints/:id",
    {
      config: write("updateWebhookEndpoint"),
      schema: {
        summary: "Change, enable or disable a webhook endpoint",
        description: "Fields that you don't send stay unchanged.",
        body: schemas.UpdateEndpointSchema,
        response: { 200: schemas.EndpointSchema },
      },
    },
    (request, reply) => update(deps, request, reply),
  );
  app.delete<WithId>(
    "/webhook-endpoints/:id",
    {
      config: write("deleteWebhookEndpoint"),
      schema: {
        summary: "Delete a webhook endpoint",
        description: "Its deliveries are deleted too; events are kept.",
        response: { 200: schemas.DeletedEndpointSchema },
      },
    },
    (request, reply) => remove(deps, request, reply),
  );
}

function addSecretRoute(app: FastifyInstance, deps: Deps): void {
  app.post<WithId>(
    "/webhook-endpoints/:id/rotate-secret",
    {
      config: write("rotateWebhookSecret"),
      schema: {
        summary: "Rotate a webhook endpoint's secret",
        description: "For 7 days webhooks are also signed with the old secret.",
        response: { 200: schemas.EndpointWithSecretSchema },
      },
    },
    (request, reply) =>
      withIdempotency(deps, request, reply, async (trx) => {
        const rotated = await rotateSecret(deps, trx, request.params.id);
        return rotated ? success(toApiEndpoint(rotated.endpoint, rotated.secret)) : failed(notFound);
      }),
  );
}

function addDeliveryRoutes(app: FastifyInstance, deps: Deps): void {
  app.post<WithId>(
    "/webhook-endpoints/:id/test",
    {
      config: write("testWebhookEndpoint"),
      schema: {
        summary: "Send a webhook endpoint a test event",
        description:
          "The type of the event is webhook_endpoint.test. The list of deliveries shows the result.",
        response: { 200: schemas.DeliverySchema },
      },
    },
    (request, reply) => test(deps, request, reply),
  );
  app.get<WithId & { Querystring: schemas.ListDeliveriesQuery }>(
    "/webhook-endpoints/:id/deliveries",
    {
      config: read("listWebhookDeliveries"),
      schema: {
        summary: "List a webhook endpoint's deliveries, newest first",
        description: "Each with its last request and response, and the time of the next attempt.",
        querystring: schemas.ListDeliveriesSchema,
        response: { 200: schemas.DeliveryListSchema },
      },
    },
    (request, reply) => deliveries(deps, request, reply),
  );
  app.post<WithId & { Body: schemas.ResendEventBody }>(
    "/events/:id/resend",
    {
      config: { scope: ["events", "write"], operation: "resendEvent" },
      schema: {
        summary: "Send an event to webhook endpoints again",
        description:
          "Resends any event, even if its earlier delivery succeeded or was canceled. The webhook-id stays the same. Returns the new deliveries.",
        body: schemas.ResendEventSchema,
        response: { 200: schemas.DeliveryListSchema },
      },
    },
    (request, reply) => resend(deps, request, reply),
  );
}

async function create(
  deps: Deps,
  request: FastifyRequest<{ Body: schemas.CreateEndpointBody }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Outside the transaction, because it sends DNS queries. The repeat of a successful request ignores the result.
  const url = await checkEndpointFields(request.body, authOf(request), deps.agentsFor);
  return withIdempotency(deps, request, reply, async (trx) => {
    if (!url.ok) return url;
    const apiVersion = String(reply.getHeader("kassa-version"));
    const body = { ...request.body, url: url.value ?? request.body.url, apiVersion };
    const created = await createEndpoint(deps, trx, body);
    return created.ok ? success(toApiEndpoint(created.value.endpoint, created.value.secret)) : created;
  });
}

async function get(deps: Deps, request: FastifyRequest<WithId>, reply: FastifyReply): Promise<FastifyReply> {
  const auth = authOf(request);
  const endpoint = await deps.database.inTenant(auth, (trx) => findEndpoint(trx, request.params.id));
  return endpoint ? reply.send(toApiEndpoint(endpoint)) : sendProblem(request, reply, notFound);
}

async function update(
  deps: Deps,
  request: FastifyRequest<WithId & { Body: schemas.UpdateEndpointBody }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const url = await checkEndpointFields(request.body, authOf(request), deps.agentsFor);
  const answer = await withIdempotency(deps, request, reply, async (trx) => {
    if (!url.ok) return url;
    const body = url.value === undefined ? request.body : { ...request.body, url: url.value };
    const endpoint = await updateEndpoint(trx, request.params.id, body);
    if (!endpoint.ok) return endpoint;
    return endpoint.value ? success(toApiEndpoint(endpoint.value)) : failed(notFound);
  });
  deps.wake();
  return answer;
}

async function remove(
  deps: Deps,
  request: FastifyRequest<WithId>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id } = request.params;
  const deleted = await deleteEndpoint(deps.database, actingScope(request), id);
  if (!deleted) return sendProblem(request, reply, notFound);
  return reply.send({ object: "webhook_endpoint", id, deleted: true });
}

async function test(deps: Deps, request: FastifyRequest<WithId>, reply: FastifyReply): Promise<FastifyReply> {
  const answer = await withIdempotency(deps, request, reply, async (trx) => {
    const sent = await sendTest(deps, trx, request.params.id);
    if (!sent.ok) return sent;
    return sent.value ? success(toApiDelivery(sent.value)) : failed(notFound);
  });
  deps.wake();
  return answer;
}

async function deliveries(
  deps: Deps,
  request: FastifyRequest<WithId & { Querystring: schemas.ListDeliveriesQuery }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const page = await listDeliveries(deps.database, authOf(request), request.params.id, request.query);
  if (page.ok && !page.value) return sendProblem(request, reply, notFound);
  return sendPage(request, reply, page.ok ? success(present(page.value, "the page")) : page, toApiDelivery);
}

async function resend(
  deps: Deps,
  request: FastifyRequest<WithId & { Body: schemas.ResendEventBody }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const answer = await withIdempotency(deps, request, reply, async (trx) => {
    const sent = await resendEvent(deps, trx, request.params.id, request.body.endpoint);
    if (!sent.ok) return sent;
    if (!sent.value) return failed(notFound);
    return success({ object: "list", data: sent.value.map(toApiDelivery), hasMore: false });
  });
  deps.wake();
  return answer;
}
