import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parseForm } from "../../psp-specs/form-body.ts";
import type { CheckedRequest, SpecProblem } from "../../psp-specs/validate-against-spec.ts";
import type { Fault, Faults } from "../common/faults.ts";
import { abandon, replyWithFault } from "../common/faulty-reply.ts";
import { type Answer, type IdempotencyKeys, scopedKey } from "../common/idempotency.ts";
import { type ApiKeys, authenticate } from "./authentication.ts";
import type { UploadedFile } from "./call.ts";
import { ApiError } from "./errors.ts";
import { expand } from "./expand.ts";
import { checkKey } from "./key-refusals.ts";
import { type Operation, operations } from "./operations.ts";
import { apiVersion } from "./render-other.ts";
import { stripeSpecification, toParameterError } from "./specification.ts";
import { makeId } from "./state.ts";
import type { World } from "./world.ts";

export type ApiDeps = {
  readonly world: World;
  readonly keys: ApiKeys;
  readonly faults: Faults;
  readonly idempotency: IdempotencyKeys;
  readonly requests: LoggedRequest[];
  readonly problems: FoundProblem[];
};

/** A request as it arrived, with what the specification says against it. */
export type LoggedRequest = {
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | null;
  /** The query and body with the specification's types. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly problems: readonly SpecProblem[];
  readonly fault: Fault["kind"] | null;
};

/** Where an answer or event of the fake isn't as the specification says. Tests expect none. */
export type FoundProblem = { readonly where: string; readonly problem: SpecProblem };

export function addApiRoutes(app: FastifyInstance, deps: ApiDeps): void {
  for (const [method, url, operation] of operations)
    app.route({ method, url, handler: (request, reply) => handle(deps, operation, request, reply) });
  app.setNotFoundHandler((request, reply) => {
    const message = `Unrecognized request URL (${request.method}: ${request.url}).`;
    return reply.code(404).send({ error: { message, type: "invalid_request_error" } });
  });
}

/** Everything about a request that has been read and checked. */
type Received = {
  readonly operation: Operation;
  readonly id: string;
  readonly path: string;
  readonly livemode: boolean;
  readonly requestId: string;
  readonly idempotencyKey: string | null;
  readonly rawBody: Buffer;
  readonly checked: CheckedRequest;
  readonly file: UploadedFile | null;
};

async function handle(deps: ApiDeps, operation: Operation, request: FastifyRequest, reply: FastifyReply) {
  deps.world.clock.runDue();
  const requestId = makeId("req", 14);
  const [path = ""] = request.url.split("?");
  const fault = deps.faults.take(request.method, path);
  reply.headers({ "request-id": requestId, "stripe-version": apiVersion });
  try {
    if (fault?.kind === "lose_answer_before" || fault?.kind === "stall_before") return abandon(reply, fault);
    if (fault?.kind === "rate_limit") throw rateLimited();
    const received = await receive(deps, operation, request, path, requestId, fault);
    const answer = answerOnce(deps, received, fault, reply);
    if (fault) return await replyWithFault(reply, fault, answer, () => settle(deps, received, answer));
    settle(deps, received, answer);
    return reply.code(answer.status).send(answer.body);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return reply.code(error.status).send(error.body);
  }
}

async function receive(
  deps: ApiDeps,
  operation: Operation,
  request: FastifyRequest,
  path: string,
  requestId: string,
  fault: Fault | undefined,
): Promise<Received> {
  const livemode = authenticate(request.headers.authorization, deps.keys);
  const version = request.headers["stripe-version"];
  if (version !== undefined && version !== apiVersion)
    throw new ApiError(400, {
      message: `Invalid Stripe API version: ${version}`,
      type: "invalid_request_error",
    });
  const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const type = request.headers["content-type"] ?? "";
  const file = type.startsWith("multipart/form-data") ? await readUpload(type, rawBody) : null;
  const form = file ? file.fields : parseForm(rawBody.toString());
  const query = parseForm(request.url.slice(path.length + 1));
  const checked = stripeSpecification().request({ method: request.method, path, query, form });
  const header = request.headers["idempotency-key"];
  const idempotencyKey = request.method === "POST" && typeof header === "string" ? header : null;
  const logged = { method: request.method, path, idempotencyKey, fault: fault?.kind ?? null };
  deps.requests.push({ ...logged, ...checked });
  const [problem] = checked.problems;
  if (problem) throw toParameterError(problem);
  if (idempotencyKey !== null) checkKey(idempotencyKey);
  const { id = "" } = request.params as { id?: string };
  return {
    operation,
    id,
    path,
    livemode,
    requestId,
    idempotencyKey,
    rawBody,
    checked,
    file: file?.file ?? null,
  };
}

async function readUpload(type: string, rawBody: Buffer) {
  const data = await new Response(new Uint8Array(rawBody), { headers: { "content-type": type } }).formData();
  const fields: Record<string, string> = {};
  let file: UploadedFile | null = null;
  for (const [name, value] of data) {
    if (typeof value === "string") fields[name] = value;
    else {
      file = { name: value.name, type: value.type, content: Buffer.from(await value.arrayBuffer()) };
      fields[name] = value.name;
    }
  }
  return { fields, file };
}

/** The stored answer of the idempotency key, or the operation's. */
function answerOnce(
  deps: ApiDeps,
  received: Received,
  fault: Fault | undefined,
  reply: FastifyReply,
): Answer {
  const { idempotencyKey: key, livemode, path, rawBody } = received;
  const stored = key === null ? undefined : deps.idempotency.begin(scopedKey(key, livemode), path, rawBody);
  if (stored) {
    reply.headers({ "idempotent-replayed": "true", "original-request": stored.requestId });
    return stored;
  }
  if (fault?.kind === "status_500_before") return serverError(received.requestId);
  const answer = carryOut(deps, received);
  return fault?.kind === "status_500_after" ? serverError(received.requestId) : answer;
}

function carryOut({ world, problems }: ApiDeps, received: Received): Answer {
  const { operation, requestId, idempotencyKey, livemode, id, file, checked } = received;
  const { query, body } = checked;
  world.request = { id: requestId, idempotencyKey };
  try {
    const result = operation({ world, livemode, id, query, body, file });
    const paths = (query.expand ?? body.expand ?? []) as readonly string[];
    return checkedAnswer(received, problems, {
      status: 200,
      body: expand(world, result, paths, livemode),
      requestId,
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return checkedAnswer(received, problems, { status: error.status, body: error.body, requestId });
  } finally {
    world.request = null;
  }
}

function checkedAnswer(received: Received, problems: FoundProblem[], answer: Answer): Answer {
  const method = methodOf(received);
  const found = stripeSpecification().response(method, received.path, answer.status, answer.body);
  const where = `${method} ${received.path} ${answer.status}`;
  problems.push(...found.map((problem) => ({ where, problem })));
  return answer;
}

function methodOf({ operation }: Received): string {
  return operations.find(([, , known]) => known === operation)?.[0] ?? "GET";
}

/** Keeps the answer for its key, so that it is replayed from now on. */
function settle(deps: ApiDeps, { idempotencyKey, livemode }: Received, answer: Answer): void {
  if (idempotencyKey !== null) deps.idempotency.store(scopedKey(idempotencyKey, livemode), answer);
}

function serverError(requestId: string): Answer {
  const message = "An unknown error occurred.";
  return { status: 500, body: { error: { message, type: "api_error" } }, requestId };
}

function rateLimited(): ApiError {
  const message =
    "Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.";
  return new ApiError(429, { code: "rate_limit", message, type: "invalid_request_error" });
}
