import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { answerWhenSettled } from "../http/answer-when-settled.ts";
import { withIdempotency } from "../http/idempotency.ts";
import { sendPage } from "../http/list-reply.ts";
import { sendProblem } from "../http/problem-reply.ts";
import { authOf } from "../http/request-auth.ts";
import { isOwnId } from "../kernel/id.ts";
import { notFound } from "../kernel/not-found.ts";
import type { Problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { Keyring } from "../kernel/seal.ts";
import { checkMetadata } from "../sessions/check-session-request.ts";
import { type MetadataChangeBody, MetadataChangeSchema, mergeMetadata } from "../sessions/metadata.ts";
import { callMarginMs, type PaymentDeps } from "./deps.ts";
import { lockPayment } from "./movements/begin-movement.ts";
import { capturePayment, type Moved, voidPayment } from "./movements/move-money.ts";
import { readMoved } from "./movements/read-moved.ts";
import { getPayment, setPaymentMetadata } from "./queries/payments.ts";
import { describePayment } from "./read/describe-payment.ts";
import { listPayments } from "./read/list-payments.ts";
import { reviewPayment } from "./review/review-payment.ts";
import {
  type CapturePaymentBody,
  CapturePaymentSchema,
  type ListPaymentsQuery,
  ListPaymentsSchema,
  PaymentListSchema,
  PaymentSchema,
  type ReviewPaymentBody,
  ReviewPaymentSchema,
} from "./schemas.ts";

export type PaymentRouteDeps = PaymentDeps & { readonly keyring: Keyring };

type WithId = { Params: { id: string } };

/** `/api/payments` */
export function paymentRoutes(deps: PaymentRouteDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    addReadRoutes(app, deps);
    app.post<WithId & { Body: MetadataChangeBody }>(
      "/payments/:id",
      {
        config: { scope: ["payments", "write"], operation: "updatePayment" },
        schema: {
          summary: "Change the metadata of a payment",
          description: "Merges metadata by key. A payment begins with its session's metadata.",
          body: MetadataChangeSchema,
          response: { 200: PaymentSchema },
        },
      },
      (request, reply) => update(deps, request, reply),
    );
    app.post<WithId & { Body: CapturePaymentBody }>(
      "/payments/:id/capture",
      {
        config: { scope: ["payments", "write"], operation: "capturePayment" },
        schema: {
          summary: "Capture an authorized payment, all or a part",
          description:
            "Returns the payment once the PSP has captured the amount. If the PSP doesn't respond in time, the amount is in `amountCapturePending`, and the event `payment.captured` or `payment.capture_failed` reports the outcome.",
          body: CapturePaymentSchema,
          response: { 200: PaymentSchema },
        },
      },
      (request, reply) => capture(deps, request, reply),
    );
    app.post<WithId>(
      "/payments/:id/void",
      {
        config: { scope: ["payments", "write"], operation: "voidPayment" },
        schema: {
          summary: "Release the rest of an authorization",
          description:
            "Returns the payment once the PSP has released the authorization. If the PSP doesn't respond in time, the payment still shows the amount as capturable, and the event `payment.voided` or `payment.void_failed` reports the outcome.",
          response: { 200: PaymentSchema },
        },
      },
      (request, reply) => voidRest(deps, request, reply),
    );
    app.post<WithId & { Body: ReviewPaymentBody }>(
      "/payments/:id/review",
      {
        config: { scope: ["payments", "write"], operation: "reviewPayment" },
        schema: {
          summary: "Accept or return a charge that differs from the request",
          description:
            "Only for a payment with the status `needs_review`; `amountReceived` is the amount that the PSP approved. Returned money is refunded: the refund may still be pending when this call returns, and the event `refund.succeeded` reports its success. A mere authorization is released instead, without an event.",
          body: ReviewPaymentSchema,
          response: { 200: PaymentSchema },
        },
      },
      (request, reply) => review(deps, request, reply),
    );
  };
}

function addReadRoutes(app: FastifyInstance, deps: PaymentRouteDeps): void {
  app.get<{ Querystring: ListPaymentsQuery }>(
    "/payments",
    {
      config: { scope: ["payments", "read"], operation: "listPayments" },
      schema: {
        summary: "List or search payments, newest first",
        description: "A payment is created when the customer first tries to pay.",
        querystring: ListPaymentsSchema,
        response: { 200: PaymentListSchema },
      },
    },
    (request, reply) => list(deps, request, reply),
  );
  app.get<WithId>(
    "/payments/:id",
    {
      config: { scope: ["payments", "read"], operation: "getPayment" },
      schema: {
        summary: "Get a payment",
        description: "The payment with its attempts, its newest refunds and its disputes.",
        response: { 200: PaymentSchema },
      },
    },
    (request, reply) => get(deps, request, reply),
  );
}

async function list(
  deps: PaymentRouteDeps,
  request: FastifyRequest<{ Querystring: ListPaymentsQuery }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const auth = authOf(request);
  const page = await listPayments(deps.database, auth, request.query);
  return sendPage(request, reply, page, (payment) => payment);
}

async function get(
  deps: PaymentRouteDeps,
  request: FastifyRequest<WithId>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const auth = authOf(request);
  const { id } = request.params;
  if (!isOwnId(id, "pay", auth)) return sendProblem(request, reply, notFound);
  const payment = await deps.database.inTenant(auth, async (trx) => {
    const found = await getPayment(trx, id);
    return found && describePayment(trx, found);
  });
  return payment ? reply.send(payment) : sendProblem(request, reply, notFound);
}

function update(
  deps: PaymentRouteDeps,
  request: FastifyRequest<WithId & { Body: MetadataChangeBody }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return withIdempotency(deps, request, reply, async (trx) => {
    const { id } = request.params;
    const { metadata } = request.body;
    const fault = checkMetadata(metadata, request.rawJson);
    if (fault) return failed(fault);
    const locked = isOwnId(id, "pay", trx.scope) ? await lockPayment(trx, id) : undefined;
    if (!locked) return failed(notFound);
    const merged = mergeMetadata(locked.payment.metadata, metadata);
    if (!merged.ok) return merged;
    const payment = await setPaymentMetadata(trx, id, merged.value);
    return success(await describePayment(trx, payment));
  });
}

async function capture(
  deps: PaymentRouteDeps,
  request: FastifyRequest<WithId & { Body: CapturePaymentBody }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const auth = authOf(request);
  const { id } = request.params;
  if (!isOwnId(id, "pay", auth)) return sendProblem(request, reply, notFound);
  return answerWhenSettled(deps, request, reply, {
    run: async (claim) => movementId(await capturePayment(deps, auth, id, request.body, claim)),
    read: readMoved,
    inFlightMs: deps.pspTimeoutMs + callMarginMs,
  });
}

async function voidRest(
  deps: PaymentRouteDeps,
  request: FastifyRequest<WithId>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const auth = authOf(request);
  const { id } = request.params;
  if (!isOwnId(id, "pay", auth)) return sendProblem(request, reply, notFound);
  return answerWhenSettled(deps, request, reply, {
    run: async (claim) => movementId(await voidPayment(deps, auth, id, claim)),
    read: readMoved,
    inFlightMs: deps.pspTimeoutMs + callMarginMs,
  });
}

function review(
  deps: PaymentRouteDeps,
  request: FastifyRequest<WithId & { Body: ReviewPaymentBody }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return withIdempotency(deps, request, reply, async (trx) => {
    const { id: paymentId } = request.params;
    if (!isOwnId(paymentId, "pay", trx.scope)) return failed(notFound);
    return reviewPayment(deps, trx, { paymentId, decision: request.body.decision });
  });
}

const movementId = (moved: Result<Moved, Problem>): Result<string, Problem> =>
  moved.ok ? success(moved.value.movement.id) : moved;
