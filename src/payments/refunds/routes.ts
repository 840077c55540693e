import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TenantTransaction } from "../../database/transaction.ts";
import { answerWhenSettled, type Settlement } from "../../http/answer-when-settled.ts";
import { withIdempotency } from "../../http/idempotency.ts";
import { sendPage } from "../../http/list-reply.ts";
import { sendProblem } from "../../http/problem-reply.ts";
import { authOf } from "../../http/request-auth.ts";
import { committed, present } from "../../kernel/assert.ts";
import { isOwnId } from "../../kernel/id.ts";
import { notFound } from "../../kernel/not-found.ts";
import { failed, success } from "../../kernel/result.ts";
import { checkMetadata } from "../../sessions/check-session-request.ts";
import { lockSession } from "../../sessions/find-session.ts";
import { type MetadataChangeBody, MetadataChangeSchema, mergeMetadata } from "../../sessions/metadata.ts";
import { callMarginMs } from "../deps.ts";
import { refundPayment } from "../movements/move-money.ts";
import { isUnanswered } from "../movements/state.ts";
import { getRefund, setRefundMetadata } from "../queries/refunds.ts";
import type { PaymentRouteDeps } from "../routes.ts";
import { listRefunds } from "./list-refunds.ts";
import { toApiRefund } from "./refund.ts";
import {
  type CreateRefundBody,
  CreateRefundSchema,
  type ListRefundsQuery,
  ListRefundsSchema,
  RefundListSchema,
  RefundSchema,
} from "./schemas.ts";

type Deps = PaymentRouteDeps;
type WithId = { Params: { id: string } };

/** `/api/refunds` */
export function refundRoutes(deps: Deps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.post<{ Body: CreateRefundBody }>(
      "/refunds",
      {
        config: { scope: ["refunds", "write"], operation: "createRefund", failures: [404] },
        schema: {
          summary: "Refund a payment, all or a part",
          description:
            "Returns the refund, which may still be pending: a PSP can take days to decide, and an event reports its decision. Send an Idempotency-Key, so that you can retry after a lost response without refunding twice.",
          body: CreateRefundSchema,
          response: { 200: RefundSchema },
        },
      },
      (request, reply) => create(deps, request, reply),
    );
    app.get<{ Querystring: ListRefundsQuery }>(
      "/refunds",
      {
        config: { scope: ["refunds", "read"], operation: "listRefunds" },
        schema: {
          summary: "List refunds, newest first",
          description: "The refunds of the key's mode, a page at a time. Filters narrow the list.",
          querystring: ListRefundsSchema,
          response: { 200: RefundListSchema },
        },
      },
      (request, reply) => list(deps, request, reply),
    );
    app.get<WithId>(
      "/refunds/:id",
      {
        config: { scope: ["refunds", "read"], operation: "getRefund" },
        schema: {
          summary: "Get a refund",
          description: "The current refund. If it failed, `failureReason` says why.",
          response: { 200: RefundSchema },
        },
      },
      (request, reply) => get(deps, request, reply),
    );
    app.post<WithId & { Body: MetadataChangeBody }>(
      "/refunds/:id",
      {
        config: { scope: ["refunds", "write"], operation: "updateRefund" },
        schema: {
          summary: "Change the metadata of a refund",
          description: "Merges metadata by key. Nothing else in a refund can be changed.",
          body: MetadataChangeSchema,
          response: { 200: RefundSchema },
        },
      },
      (request, reply) => update(deps, request, reply),
    );
  };
}

async function create(
  deps: Deps,
  request: FastifyRequest<{ Body: CreateRefundBody }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const auth = authOf(request);
  const { payment, ...input } = request.body;
  const fault = checkMetadata(input.metadata ?? null, request.rawJson);
  if (fault) return sendProblem(request, reply, fault);
  if (!isOwnId(payment, "pay", auth)) return sendProblem(request, reply, notFound);
  return answerWhenSettled(deps, request, reply, {
    run: async (claim) => {
      const refund = await refundPayment(deps, auth, payment, input, claim);
      return refund.ok ? success(refund.value.id) : refund;
    },
    read: readRefund,
    inFlightMs: deps.pspTimeoutMs + callMarginMs,
  });
}

async function readRefund(trx: TenantTransaction, id: string): Promise<Settlement> {
  const refund = committed(await getRefund(trx, id), "the refund of a request");
  return { open: isUnanswered(refund.status), answer: success(toApiRefund(refund, refund)) };
}

async function list(
  deps: Deps,
  request: FastifyRequest<{ Querystring: ListRefundsQuery }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const auth = authOf(request);
  const page = await listRefunds(deps.database, auth, request.query);
  return sendPage(request, reply, page, (refund) => toApiRefund(refund, refund));
}

async function get(deps: Deps, request: FastifyRequest<WithId>, reply: FastifyReply): Promise<FastifyReply> {
  const auth = authOf(request);
  const { id } = request.params;
  const refund = isOwnId(id, "re", auth)
    ? await deps.database.inTenant(auth, (trx) => getRefund(trx, id))
    : undefined;
  return refund ? reply.send(toApiRefund(refund, refund)) : sendProblem(request, reply, notFound);
}

function update(
  deps: Deps,
  request: FastifyRequest<WithId & { Body: MetadataChangeBody }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return withIdempotency(deps, request, reply, async (trx) => {
    const { id } = request.params;
    const { metadata } = request.body;
    const fault = checkMetadata(metadata, request.rawJson);
    if (fault) return failed(fault);
    const found = isOwnId(id, "re", trx.scope) ? await getRefund(trx, id) : undefined;
    if (!found) return failed(notFound);
    // Read again under the session's lock, so that concurrent calls don't lose each other's keys.
    await lockSession(trx, found.sessionId);
    const refund = present(await getRefund(trx, id), "the refund of a locked session");
    const merged = mergeMetadata(refund.metadata, metadata);
    if (!merged.ok) return merged;
    const changed = present(await setRefundMetadata(trx, id, merged.value), "the refund");
    return success(toApiRefund(changed, changed));
  });
}
