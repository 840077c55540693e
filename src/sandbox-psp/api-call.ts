import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { accountOf } from "./authentication.ts";
import { type ApiAnswer, errorAnswer } from "./faults.ts";

/** Runs an operation and sends its answer, with any fault that was requested. */
export type Respond = (
  request: FastifyRequest,
  reply: FastifyReply,
  operate: () => Promise<ApiAnswer>,
) => Promise<FastifyReply>;

/** The app that the API's routes are added to, with types from their schemas. */
export type ApiApp = ReturnType<typeof typed>;
export const typed = (app: FastifyInstance) => app.withTypeProvider<TypeBoxTypeProvider>();

export type Caller = { readonly account: string; readonly idempotencyKey: string };

/** Runs an operation that needs an Idempotency-Key. */
export async function withIdempotencyKey(
  request: FastifyRequest,
  operate: (caller: Caller) => Promise<ApiAnswer>,
): Promise<ApiAnswer> {
  const header = request.headers["idempotency-key"];
  if (typeof header !== "string" || !visibleAscii.test(header))
    return errorAnswer("idempotency_key_required");
  return await operate({ account: accountOf(request), idempotencyKey: header });
}

const visibleAscii = /^[\x21-\x7e]{1,255}$/;

/** A list of at most one item: the answer to a look-up by key. */
export function listOf(item: object | undefined): ApiAnswer {
  return { status: 200, body: { object: "list", data: item ? [item] : [] } };
}
