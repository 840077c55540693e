import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Scope, Transaction } from "../../database/transaction.ts";
import { answerWhenSettled, type Settlement } from "../../http/answer-when-settled.ts";
import { sendPage } from "../../http/list-reply.ts";
import { notFound } from "../../http/not-found.ts";
import { sendProblem } from "../../http/problem-reply.ts";
import { present } from "../../kernel/assert.ts";
import { isOwnId } from "../../kernel/id.ts";
import { success } from "../../kernel/result.ts";
import { checkMetadata } from "../../sessions/check-session-request.ts";
import { callMarginMs } from "../deps.ts";
import { isUnanswered } from "../movements/read-moved.ts";
import { getRefund } from "../queries/refunds.ts";
import { refundPayment } from "../refund-payment.ts";
import type { PaymentRouteDeps } from "../routes.ts";
import { listRefunds } from "./list-refunds.ts";
import { presentRefund } from "./refund.ts";
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
        config: { scope: ["refunds", "write"], operation: "createRefund" },
        schema: {
          summary: "Refund a payment, all or a part",
          description:
            "Answers with the refund as far as it got: a PSP may take days to decide, and events tell of the end. Send an Idempotency-Key, so that a call whose answer was lost can be repeated without refunding twice.",
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
        schema: { summary: "Get a refund", response: { 200: RefundSchema } },
      },
      (request, reply) => get(deps, request, reply),
    );
  };
}

async function create(
  deps: Deps,
  request: FastifyRequest<{ Body: CreateRefundBody }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const grant = present(request.grant, "the request's grant");
  const { payment, ...input } = request.body;
  const fault = checkMetadata(input.metadata ?? null, request.rawJson);
  if (fault) return sendProblem(request, reply, fault);
  if (!isOwnId(payment, "pay", grant)) return sendProblem(request, reply, notFound);
  return answerWhenSettled(deps, request, reply, {
    run: async (claim) => {
      const refund = await refundPayment(deps, grant, payment, input, claim);
      return refund.ok ? success(refund.value.id) : refund;
    },
    read: readRefund,
    inFlightMs: deps.pspTimeoutMs + callMarginMs,
  });
}

async function readRefund(trx: Transaction, scope: Scope, id: string): Promise<Settlement> {
  const refund = present(await getRefund(trx, scope, id), "the refund of a request");
  return { open: isUnanswered(refund.status), answer: success(presentRefund(refund)) };
}

async function list(
  deps: Deps,
  request: FastifyRequest<{ Querystring: ListRefundsQuery }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const grant = present(request.grant, "the request's grant");
  const page = await listRefunds(deps.database, grant, request.query);
  return sendPage(request, reply, page, presentRefund);
}

async function get(deps: Deps, request: FastifyRequest<WithId>, reply: FastifyReply): Promise<FastifyReply> {
  const grant = present(request.grant, "the request's grant");
  const { id } = request.params;
  const refund = isOwnId(id, "re", grant)
    ? await deps.database.inScope(grant, (trx) => getRefund(trx, grant, id))
    : undefined;
  return refund ? reply.send(presentRefund(refund)) : sendProblem(request, reply, notFound);
}
