import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendProblem } from "../http/problem-reply.ts";
import { present } from "../kernel/assert.ts";
import { isOwnId } from "../kernel/id.ts";
import { notFound } from "../kernel/not-found.ts";
import { issueReceipt, type ReceiptDeps } from "./issue-receipt.ts";
import { httpMaxAgeSeconds, presentKeys, processCacheSeconds, publishedKeysPath } from "./published-keys.ts";
import { ReceiptSchema } from "./schemas.ts";
import { type KeyDeps, type KnownKey, listKeys } from "./signing-keys.ts";

type WithId = { Params: { id: string } };

/** `/api/checkout/sessions/{id}/receipt` */
export function receiptRoutes(deps: ReceiptDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get<WithId>(
      "/checkout/sessions/:id/receipt",
      {
        config: { scope: ["checkout_sessions", "read"], operation: "getReceipt", failures: [409] },
        schema: {
          summary: "Get the signed receipt of a paid checkout session",
          description:
            "Always the same bytes, whatever is refunded later. There is one once the session's `paymentStatus` is `paid`: money was taken, and nothing is left to capture.",
          response: { 200: ReceiptSchema },
        },
      },
      (request, reply) => getReceipt(deps, request, reply),
    );
  };
}

async function getReceipt(
  deps: ReceiptDeps,
  request: FastifyRequest<WithId>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const grant = present(request.grant, "the request's grant");
  const { id } = request.params;
  const issued = isOwnId(id, "cs", grant) ? await issueReceipt(deps, grant, id) : undefined;
  if (!issued) return sendProblem(request, reply, notFound);
  if (!issued.ok) return sendProblem(request, reply, issued.failure);
  return reply.type("application/json; charset=utf-8").send(issued.value.document);
}

/** The public keys, readable from every origin: whoever verifies receipts in a browser loads them. */
export function receiptKeyRoute(deps: KeyDeps) {
  const readKeys = cached(() => listKeys(deps));
  return async (app: FastifyInstance): Promise<void> => {
    app.get(publishedKeysPath, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .header("access-control-allow-origin", "*")
        .header("cache-control", `public, max-age=${httpMaxAgeSeconds}`)
        .header("x-content-type-options", "nosniff")
        .send(presentKeys(await readKeys())),
    );
  };
}

/** Asks once for all who ask meanwhile; what failed is asked again by the next. */
function cached(read: () => Promise<readonly KnownKey[]>): () => Promise<readonly KnownKey[]> {
  let kept: Promise<readonly KnownKey[]> | undefined;
  let until = 0;
  return () => {
    if (kept !== undefined && performance.now() < until) return kept;
    until = performance.now() + processCacheSeconds * 1000;
    const asked = read();
    asked.catch(() => {
      until = 0;
    });
    kept = asked;
    return asked;
  };
}
