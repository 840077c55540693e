import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type IdempotencyDeps, withIdempotency } from "../http/idempotency.ts";
import { sendPage } from "../http/list-reply.ts";
import { sendProblem } from "../http/problem-reply.ts";
import { authOf } from "../http/request-auth.ts";
import { isOwnId } from "../kernel/id.ts";
import { notFound } from "../kernel/not-found.ts";
import { success } from "../kernel/result.ts";
import { createLink } from "./create-link.ts";
import { listLinks } from "./list-links.ts";
import { toApiPaymentLink } from "./payment-link.ts";
import { getLink } from "./queries.ts";
import * as schemas from "./schemas.ts";
import { updateLink } from "./update-link.ts";

export type LinkRouteDeps = IdempotencyDeps & {
  readonly nowMs: () => number;
  readonly publicUrl: URL;
};

type WithId = { Params: { id: string } };

// Links make sessions: whoever may make sessions may make links.
const read = (operation: string) => ({ scope: ["checkout_sessions", "read"], operation }) as const;
const write = (operation: string) => ({ scope: ["checkout_sessions", "write"], operation }) as const;

/** `/api/payment-links` */
export function paymentLinkRoutes(deps: LinkRouteDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    addWriteRoutes(app, deps);
    addReadRoutes(app, deps);
  };
}

function addWriteRoutes(app: FastifyInstance, deps: LinkRouteDeps): void {
  app.post<{ Body: schemas.CreateLinkBody }>(
    "/payment-links",
    {
      config: write("createPaymentLink"),
      schema: {
        summary: "Create a payment link",
        description:
          "A page at which any number of customers can pay, or as many as you allow. Each customer gets a separate checkout session when they start to pay.",
        body: schemas.CreateLinkSchema,
        response: { 200: schemas.LinkSchema },
      },
    },
    (request, reply) => create(deps, request, reply),
  );
  app.post<WithId & { Body: schemas.UpdateLinkBody }>(
    "/payment-links/:id",
    {
      config: write("updatePaymentLink"),
      schema: {
        summary: "Change, activate or deactivate a payment link",
        description:
          "Fields that you don't send stay unchanged. You can't change what is sold: create another link. Sessions that customers have started stay unchanged.",
        body: schemas.UpdateLinkSchema,
        response: { 200: schemas.LinkSchema },
      },
    },
    (request, reply) =>
      withIdempotency(deps, request, reply, async (trx) => {
        const updated = await updateLink(deps, trx, request.params.id, request.body, request.rawJson);
        return updated.ok ? success(toApiPaymentLink(updated.value, deps.publicUrl)) : updated;
      }),
  );
}

function addReadRoutes(app: FastifyInstance, deps: LinkRouteDeps): void {
  app.get<{ Querystring: schemas.ListLinksQuery }>(
    "/payment-links",
    {
      config: read("listPaymentLinks"),
      schema: {
        summary: "List payment links, newest first",
        description: "The payment links of the key's mode, a page at a time.",
        querystring: schemas.ListLinksSchema,
        response: { 200: schemas.LinkListSchema },
      },
    },
    async (request, reply) => {
      const page = await listLinks(deps.database, authOf(request), request.query);
      return sendPage(request, reply, page, (link) => toApiPaymentLink(link, deps.publicUrl));
    },
  );
  app.get<WithId>(
    "/payment-links/:id",
    {
      config: read("getPaymentLink"),
      schema: {
        summary: "Get a payment link",
        description: "The current link, with the number of its completed sessions.",
        response: { 200: schemas.LinkSchema },
      },
    },
    (request, reply) => get(deps, request, reply),
  );
}

function create(
  deps: LinkRouteDeps,
  request: FastifyRequest<{ Body: schemas.CreateLinkBody }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { tenant, amountLimits } = authOf(request);
  const context = { allowedHosts: tenant.allowedHosts, amountLimits, rawJson: request.rawJson };
  return withIdempotency(deps, request, reply, async (trx) => {
    const created = await createLink(deps, trx, request.body, context);
    return created.ok ? success(toApiPaymentLink(created.value, deps.publicUrl)) : created;
  });
}

async function get(
  { database, publicUrl }: LinkRouteDeps,
  request: FastifyRequest<WithId>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const auth = authOf(request);
  const { id } = request.params;
  const link = isOwnId(id, "pl", auth)
    ? await database.inTenant(auth, (trx) => trx.commitWith(getLink(trx, id)))
    : undefined;
  return link ? reply.send(toApiPaymentLink(link, publicUrl)) : sendProblem(request, reply, notFound);
}
