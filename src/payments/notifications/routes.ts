import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendProblem } from "../../http/problem-reply.ts";
import { notFound } from "../../kernel/not-found.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import type { PaymentDeps } from "../deps.ts";
import { receiveNotification } from "./receive-notification.ts";

const beingCompared: Problem = {
  ...problem(
    "service_unavailable",
    "The database was restored or has failed over, so it may lack the object of this notification. Send the notification again.",
  ),
  retryAfter: 5,
};

type ToAccount = { Params: { connector: string; account: string }; Body: Buffer };

/** `POST /api/notifications/<connector>/<account>`, the endpoint for PSPs. The signature covers the raw bytes of the body. */
export function notificationRoutes(deps: PaymentDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    app.post<ToAccount>("/notifications/:connector/:account", { schema: { hide: true } }, (request, reply) =>
      receive(deps, request, reply),
    );
  };
}

async function receive(
  deps: PaymentDeps,
  request: FastifyRequest<ToAccount>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { connector, account } = request.params;
  const [current, ...earlier] = await deps.connectors.routesOfNotification(connector, account);
  if (!current) return sendProblem(request, reply, notFound);
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const received = await receiveNotification(deps, [current, ...earlier], request.headers, body);
  if (received.kind === "refused")
    return sendProblem(request, reply, problem("signature_invalid", received.detail));
  if (received.kind === "postponed") return sendProblem(request, reply, beingCompared);
  return reply.send({ received: true });
}
