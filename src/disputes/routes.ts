import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { answerWhenSettled } from "../http/answer-when-settled.ts";
import { withIdempotency } from "../http/idempotency.ts";
import { sendPage } from "../http/list-reply.ts";
import { sendProblem } from "../http/problem-reply.ts";
import { authOf } from "../http/request-auth.ts";
import { notFound } from "../kernel/not-found.ts";
import { success } from "../kernel/result.ts";
import type { Keyring } from "../kernel/seal.ts";
import { callMarginMs } from "../payments/deps.ts";
import { toApiDispute } from "../payments/dispute.ts";
import { DisputeSchema } from "../payments/dispute-schema.ts";
import type { ActionRequest } from "./begin-action.ts";
import type { DisputeDeps } from "./deps.ts";
import { fileRoutes } from "./files/routes.ts";
import { findDispute } from "./find-dispute.ts";
import { listDisputes } from "./list-disputes.ts";
import { readResponse, respond } from "./respond.ts";
import { saveEvidence } from "./save-evidence.ts";
import {
  DisputeListSchema,
  type EvidenceBody,
  EvidenceSchema,
  type ListDisputesQuery,
  ListDisputesSchema,
} from "./schemas.ts";

export type DisputeRouteDeps = DisputeDeps & { readonly keyring: Keyring };

type WithId = { Params: { id: string } };

/** `/api/disputes` */
export function disputeRoutes(deps: DisputeRouteDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    addReads(app, deps);
    addResponses(app, deps);
    await app.register(fileRoutes(deps));
  };
}

function addReads(app: FastifyInstance, deps: DisputeRouteDeps): void {
  app.get<{ Querystring: ListDisputesQuery }>(
    "/disputes",
    {
      config: { scope: ["disputes", "read"], operation: "listDisputes" },
      schema: {
        summary: "List disputes, newest first",
        description: "The disputes of the key's mode, a page at a time. Filters narrow the list.",
        querystring: ListDisputesSchema,
        response: { 200: DisputeListSchema },
      },
    },
    (request, reply) => list(deps, request, reply),
  );
  app.get<WithId>(
    "/disputes/:id",
    {
      config: { scope: ["disputes", "read"], operation: "getDispute" },
      schema: {
        summary: "Get a dispute",
        description: "The current dispute, with its saved evidence.",
        response: { 200: DisputeSchema },
      },
    },
    (request, reply) => get(deps, request, reply),
  );
}

function addResponses(app: FastifyInstance, deps: DisputeRouteDeps): void {
  app.post<WithId & { Body: EvidenceBody }>(
    "/disputes/:id/evidence",
    {
      config: { scope: ["disputes", "write"], operation: "provideDisputeEvidence" },
      schema: {
        summary: "Save evidence, and send it to the bank",
        description:
          "You can save evidence as often as you like while the dispute needs a response. With `submit` it is sent to the bank, once. If the PSP doesn't respond, `pendingAction` is set, and Kassa sends the evidence again until it has arrived or is refused.",
        body: EvidenceSchema,
        response: { 200: DisputeSchema },
      },
    },
    (request, reply) => provideEvidence(deps, request, reply),
  );
  app.post<WithId>(
    "/disputes/:id/accept",
    {
      config: { scope: ["disputes", "write"], operation: "acceptDispute" },
      schema: {
        summary: "Accept a chargeback",
        description: "The customer keeps the money. This can't be undone.",
        response: { 200: DisputeSchema },
      },
    },
    (request, reply) => answer(deps, request, reply, { action: "accept" }),
  );
}

async function list(
  deps: DisputeRouteDeps,
  request: FastifyRequest<{ Querystring: ListDisputesQuery }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const auth = authOf(request);
  const page = await listDisputes(deps.database, auth, request.query);
  return sendPage(request, reply, page, toApiDispute);
}

async function get(
  deps: DisputeRouteDeps,
  request: FastifyRequest<WithId>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const auth = authOf(request);
  const { id } = request.params;
  const dispute = await deps.database.inTenant(auth, (trx) => findDispute(trx, id));
  return dispute ? reply.send(toApiDispute(dispute)) : sendProblem(request, reply, notFound);
}

/** Saves the evidence in one transaction. With `submit`, calls the PSP between two transactions. */
function provideEvidence(
  deps: DisputeRouteDeps,
  request: FastifyRequest<WithId & { Body: EvidenceBody }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { submit, ...input } = request.body;
  if (submit === true) return answer(deps, request, reply, { action: "evidence", input });
  return withIdempotency(deps, request, reply, async (trx) => {
    const saved = await saveEvidence(trx, request.params.id, input);
    return saved.ok ? success(toApiDispute(saved.value)) : saved;
  });
}

function answer(
  deps: DisputeRouteDeps,
  request: FastifyRequest<WithId>,
  reply: FastifyReply,
  action: ActionRequest,
): Promise<FastifyReply> {
  const auth = authOf(request);
  return answerWhenSettled(deps, request, reply, {
    run: (claim) => respond(deps, auth, request.params.id, action, claim),
    read: readResponse,
    inFlightMs: deps.pspTimeoutMs + callMarginMs,
  });
}
