import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parseForm } from "../../psp-specs/form-body.ts";
import type { SpecProblem } from "../../psp-specs/validate-against-spec.ts";
import type { Fault, Faults } from "../common/faults.ts";
import { abandon, replyWithFault } from "../common/faulty-reply.ts";
import type { AccessTokens } from "./authentication.ts";
import type { Call } from "./call.ts";
import { checkAnswer, checkRequest, type FoundProblem } from "./check-exchange.ts";
import { ApiError, OAuthError } from "./errors.ts";
import { type Operation, operations } from "./operations.ts";
import { renderError } from "./render-error.ts";
import { type RequestBody, readRequestBody } from "./request-body.ts";
import type { RequestIds, Stored } from "./request-ids.ts";
import type { World } from "./world.ts";

export type ApiDeps = {
  readonly world: World;
  readonly tokens: AccessTokens;
  readonly faults: Faults;
  readonly requestIds: RequestIds;
  readonly requests: LoggedRequest[];
  readonly problems: FoundProblem[];
};

/** A request as it arrived, with what the specification says against it. */
export type LoggedRequest = {
  readonly method: string;
  readonly path: string;
  /** The header PayPal-Request-Id. */
  readonly requestId: string | null;
  readonly body: Readonly<Record<string, unknown>>;
  readonly problems: readonly SpecProblem[];
  readonly fault: Fault["kind"] | null;
};

type Answer = { readonly status: number; readonly body: object | null };

/** A request that was read and may be carried out. */
type Received = RequestBody & {
  readonly operation: Operation;
  readonly path: string;
  readonly requestId: string | null;
  readonly call: Call;
};

export function addApiRoutes(app: FastifyInstance, deps: ApiDeps): void {
  addTokenRoute(app, deps);
  for (const operation of operations)
    app.route({
      method: operation.method,
      url: operation.path,
      handler: (request, reply) => handle(deps, operation, request, reply),
    });
}

/** No specification has the operation that gives tokens. Its errors look like those of the Orders API. */
const tokenOperation: Operation = {
  api: "orders",
  method: "POST",
  path: "/v1/oauth2/token",
  run: () => ({ status: 404, body: null }),
};

function addTokenRoute(app: FastifyInstance, { tokens, faults, world }: ApiDeps): void {
  app.post("/v1/oauth2/token", async ({ method, url, headers, body }, reply) => {
    world.clock.runDue();
    const fault = faults.take(method, url);
    try {
      if (fault && ["lose_answer_before", "stall_before"].includes(fault.kind)) return abandon(reply, fault);
      throwFault(fault, "before");
      const answer = { status: 200, body: tokens.issue(headers.authorization, String(body ?? "")) };
      return fault ? await replyWithFault(reply, fault, answer, () => {}) : reply.send(answer.body);
    } catch (error) {
      return send(reply, toAnswer(tokenOperation, error));
    }
  });
}

async function handle(deps: ApiDeps, operation: Operation, request: FastifyRequest, reply: FastifyReply) {
  deps.world.clock.runDue();
  const [path = ""] = request.url.split("?");
  const fault = deps.faults.take(request.method, path);
  if (fault?.kind === "lose_answer_before" || fault?.kind === "stall_before") return abandon(reply, fault);
  try {
    throwFault(fault, "before");
    const received = await receive(deps, operation, request, path, fault);
    const answer = answerOnce(deps, received);
    const settle = () => keepAnswer(deps, received, answer);
    if (!fault || fault.kind === "status_500_after") settle();
    throwFault(fault, "after");
    if (fault) return await replyWithFault(reply, fault, toReply(answer), settle);
    return send(reply, toReply(answer));
  } catch (error) {
    const answer = toAnswer(operation, error);
    deps.problems.push(...checkAnswer(operation, path, answer));
    return send(reply, answer);
  }
}

/** @throws ApiError for faults in which PayPal answers with an error, before or after it did everything */
function throwFault(fault: Fault | undefined, when: "before" | "after"): void {
  if (fault?.kind === "rate_limit") throw new ApiError(429, "RATE_LIMIT_REACHED");
  if (fault?.kind === `status_500_${when}`) throw new ApiError(500, "INTERNAL_SERVER_ERROR");
}

async function receive(
  deps: ApiDeps,
  operation: Operation,
  request: FastifyRequest,
  path: string,
  fault: Fault | undefined,
): Promise<Received> {
  deps.tokens.check(request.headers.authorization);
  const { method, headers } = request;
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const read =
    method === "POST"
      ? await readRequestBody(headers["content-type"] ?? "", raw)
      : { body: {}, files: [], isMultipart: false };
  const header = headers["paypal-request-id"];
  const requestId = method === "POST" && typeof header === "string" ? header : null;
  const form = parseForm(request.url.slice(path.length + 1));
  const { query, problems, error } = checkRequest(operation, path, form, read, requestId);
  const { body, files } = read;
  deps.requests.push({ method, path, requestId, body, problems, fault: fault?.kind ?? null });
  if (error) throw error;
  const { id = "" } = request.params as { id?: string };
  const wantsRepresentation = headers.prefer === "return=representation";
  const call = { world: deps.world, id, query, body, files, wantsRepresentation };
  return { ...read, operation, path, requestId, call };
}

/** The stored answer of the request id with the object as it is now, or the operation's. */
function answerOnce(deps: ApiDeps, received: Received): Stored {
  const { requestId, operation, path } = received;
  const stored = requestId === null ? undefined : deps.requestIds.begin(operation.api, requestId, path);
  return stored ? { ...stored, isReplay: true } : carryOut(deps, received);
}

/** A refusal isn't kept: the same request id may be sent again. */
function carryOut(deps: ApiDeps, { operation, call, requestId, path }: Received): Stored {
  deps.world.idempotencyKey = requestId;
  try {
    const result = operation.run(call);
    deps.problems.push(...checkAnswer(operation, path, result));
    return { ...result, isReplay: false };
  } catch (error) {
    if (requestId !== null) deps.requestIds.forget(operation.api, requestId, path);
    throw error;
  } finally {
    deps.world.idempotencyKey = null;
  }
}

function keepAnswer(deps: ApiDeps, { requestId, operation, path }: Received, answer: Stored): void {
  if (requestId !== null) deps.requestIds.store(operation.api, requestId, path, answer);
}

/** A repetition is answered with 200 and the object's latest state. */
function toReply({ status, body, latest, isReplay }: Stored): Answer {
  if (!isReplay || !latest) return { status, body };
  return { status: status === 201 ? 200 : status, body: latest() };
}

function toAnswer(operation: Operation, error: unknown): Answer {
  if (error instanceof OAuthError) return { status: error.status, body: error.body };
  if (error instanceof ApiError) return { status: error.status, body: renderError(operation, error) };
  throw error;
}

function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  const { debug_id } = (body ?? {}) as { debug_id?: string };
  if (debug_id !== undefined) reply.header("paypal-debug-id", debug_id);
  return reply.code(status).send(body ?? undefined);
}
