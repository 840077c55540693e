import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendProblem } from "../http/problem-reply.ts";
import { authOf } from "../http/request-auth.ts";
import { isOwnId } from "../kernel/id.ts";
import { notFound } from "../kernel/not-found.ts";
import { issueReceipt, type ReceiptDeps } from "./issue-receipt.ts";
import { httpMaxAgeSeconds, processCacheSeconds, publishedKeysPath, toJwkSet } from "./published-keys.ts";
import { ReceiptSchema } from "./schemas.ts";
import { type KeyDeps, listKeys, type ReceiptKey } from "./signing-keys.ts";

type ReceiptRequest = { Params: { id: string } };

/** `/api/checkout/sessions/{id}/receipt` */
export function receiptRoutes(deps: ReceiptDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get<ReceiptRequest>(
      "/checkout/sessions/:id/receipt",
      {
        config: { scope: ["checkout_sessions", "read"], operation: "getReceipt", failures: [409] },
        schema: {
          summary: "Get the signed receipt of a paid checkout session",
          description:
            "Always returns the same bytes, even after refunds. The receipt is available once the session's `paymentStatus` is `paid`: money was captured, and nothing is left to capture.",
          response: { 200: ReceiptSchema },
        },
      },
      (request, reply) => getReceipt(deps, request, reply),
    );
  };
}

async function getReceipt(
  deps: ReceiptDeps,
  request: FastifyRequest<ReceiptRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const auth = authOf(request);
  const { id } = request.params;
  const issued = isOwnId(id, "cs", auth) ? await issueReceipt(deps, auth, id) : undefined;
  if (!issued) return sendProblem(request, reply, notFound);
  if (!issued.ok) return sendProblem(request, reply, issued.failure);
  return reply.type("application/json; charset=utf-8").send(issued.value.document);
}

/** The public keys. Every origin may read them, so that web pages can verify receipts. */
export function receiptKeyRoute(deps: KeyDeps) {
  const readKeys = cached(() => listKeys(deps));
  return async (app: FastifyInstance): Promise<void> => {
    app.get(publishedKeysPath, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .header("access-control-allow-origin", "*")
        .header("cache-control", `public, max-age=${httpMaxAgeSeconds}`)
        .header("x-content-type-options", "nosniff")
        .send(toJwkSet(await readKeys())),
    );
  };
}

/** Caches the keys for `processCacheSeconds`. Concurrent calls share one query; a failed query is not cached. */
function cached(read: () => Promise<readonly ReceiptKey[]>): () => Promise<readonly ReceiptKey[]> {
  let keys: Promise<readonly ReceiptKey[]> | undefined;
  let until = 0;
  return () => {
    if (keys !== undefined && performance.now() < until) return keys;
    until = performance.now() + processCacheSeconds * 1000;
    const reading = read();
    reading.catch(() => {
      until = 0;
    });
    keys = reading;
    return reading;
  };
}
