import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parseForm } from "../../psp-specs/form-body.ts";
import type { Fault, Faults } from "../common/faults.ts";
import { abandon, replyWithFault } from "../common/faulty-reply.ts";
import { type Answer, type IdempotencyKeys, type KeyRefusals, scopedKey } from "../common/idempotency.ts";
import { type ApiKeys, authenticate, type Credential } from "./authentication.ts";
import { ApiError, badRequest, conflict } from "./errors.ts";
import { type Operation, operations } from "./operations.ts";
import { makeId } from "./state.ts";
import type { World } from "./world.ts";

export type ApiDeps = {
  readonly world: World;
  readonly keys: ApiKeys;
  readonly faults: Faults;
  readonly idempotency: IdempotencyKeys;
  readonly requests: LoggedRequest[];
};

/** A request as it arrived. */
export type LoggedRequest = {
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | null;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly fault: Fault["kind"] | null;
};

export const keyRefusals: KeyRefusals = {
  otherPath: () => badRequest("The idempotency key was already used for another endpoint."),
  otherBody: () => badRequest("The idempotency key was already used with other parameters."),
  inUse: () => conflict("A request with the same idempotency key is still being processed."),
};

export function addApiRoutes(app: FastifyInstance, deps: ApiDeps): void {
  for (const [method, path, operation] of operations)
    app.route({
      method,
      url: `/v2${path}`,
      handler: (request, reply) => handle(deps, operation, request, reply),
    });
  app.setNotFoundHandler((_request, reply) =>
    reply
      .code(404)
      .type("application/hal+json")
      .send(new ApiError(404, "Not Found", "The resource does not exist.").body),
  );
}

/** Everything about a request that has been read. */
type Received = Credential & {
  readonly path: string;
  readonly idempotencyKey: string | null;
  readonly rawBody: Buffer;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly params: { readonly id?: string; readonly subId?: string };
};

async function handle(deps: ApiDeps, operation: Operation, request: FastifyRequest, reply: FastifyReply) {
  deps.world.clock.runDue();
  const [path = ""] = request.url.split("?");
  const fault = deps.faults.take(request.method, path);
  reply.type("application/hal+json");
  try {
    if (fault?.kind === "lose_answer_before" || fault?.kind === "stall_before") return abandon(reply, fault);
    if (fault?.kind === "rate_limit") throw new ApiError(429, "Too Many Requests", "Too many requests.");
    const received = receive(deps, request, path, fault);
    // Nothing was done and nothing is kept: the same key may be sent again.
    if (fault?.kind === "status_500_before") throw serverError();
    const answer = answerOnce(deps, operation, received, reply);
    const settle = () => keepAnswer(deps, received, answer);
    if (!fault || fault.kind === "status_500_after") settle();
    // Everything was done, and the answer got lost behind Mollie's gateway.
    if (fault?.kind === "status_500_after") throw serverError();
    if (fault) return await replyWithFault(reply, fault, answer, settle);
    return reply.code(answer.status).send(answer.body ?? undefined);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return reply.code(error.status).send(error.body);
  }
}

function receive(deps: ApiDeps, request: FastifyRequest, path: string, fault: Fault | undefined): Received {
  const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const body = readBody(request.headers["content-type"] ?? "", rawBody.toString());
  const query = parseForm(request.url.slice(path.length + 1));
  const { testmode = query.testmode } = body;
  const header = request.headers["idempotency-key"];
  // Mollie ignores the keys of other methods.
  const idempotencyKey = request.method === "POST" && typeof header === "string" ? header : null;
  deps.requests.push({
    method: request.method,
    path,
    idempotencyKey,
    query,
    body,
    fault: fault?.kind ?? null,
  });
  const credential = authenticate(request.headers.authorization, testmode, deps.keys);
  return { ...credential, path, idempotencyKey, rawBody, query, body, params: request.params as object };
}

/** Mollie takes JSON and form-encoded bodies. */
function readBody(type: string, text: string): Readonly<Record<string, unknown>> {
  if (text === "") return {};
  if (type.startsWith("application/x-www-form-urlencoded")) return parseForm(text);
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === "object" && parsed !== null) return parsed as Record<string, unknown>;
  } catch {
    // Refused below, as is JSON that isn't an object.
  }
  throw badRequest("The request body is not a valid JSON object.");
}

/** The stored answer of the idempotency key, or the operation's. */
function answerOnce(deps: ApiDeps, operation: Operation, received: Received, reply: FastifyReply): Answer {
  const { idempotencyKey: key, livemode, path, rawBody } = received;
  const stored = key === null ? undefined : deps.idempotency.begin(scopedKey(key, livemode), path, rawBody);
  if (stored) {
    reply.header("idempotent-replayed", "true");
    return stored;
  }
  return carryOut(deps.world, operation, received);
}

function carryOut(world: World, operation: Operation, received: Received): Answer {
  const { livemode, kind, query, body, params, idempotencyKey } = received;
  const { id = "", subId = "" } = params;
  const requestId = makeId("req");
  world.idempotencyKey = idempotencyKey;
  try {
    return { ...operation({ world, livemode, credential: kind, id, subId, query, body }), requestId };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, body: error.body, requestId };
  } finally {
    world.idempotencyKey = null;
  }
}

/** Keeps the answer for its key, so that it is replayed from now on. */
function keepAnswer(deps: ApiDeps, { idempotencyKey, livemode }: Received, answer: Answer): void {
  if (idempotencyKey !== null) deps.idempotency.store(scopedKey(idempotencyKey, livemode), answer);
}

function serverError(): ApiError {
  return new ApiError(500, "Internal Server Error", "An internal server error occurred.");
}
