import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parseForm } from "../../psp-specs/form-body.ts";
import type { CheckedRequest, SpecProblem } from "../../psp-specs/validate-against-spec.ts";
import type { Fault, Faults } from "../stripe/faults.ts";
import { ApiError, internalError, tooManyRequests, unauthorized } from "./errors.ts";
import type { Answer, IdempotencyKeys } from "./idempotency.ts";
import { basePaths, type Operation, operations } from "./operations.ts";
import { adyenSpecifications, toRequestError } from "./specification.ts";
import { makePspReference } from "./state.ts";
import type { World } from "./world.ts";

export type ApiDeps = {
  readonly world: World;
  readonly apiKey: string;
  readonly faults: Faults;
  readonly idempotency: IdempotencyKeys;
  readonly requests: LoggedRequest[];
  readonly problems: FoundProblem[];
};

/** A request as it arrived, with what the specification says against it. */
export type LoggedRequest = CheckedRequest & {
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | null;
  readonly fault: Fault["kind"] | null;
};

/** Where an answer or notification of the fake isn't as the specification says. Tests expect none. */
export type FoundProblem = { readonly where: string; readonly problem: SpecProblem };

export function addApiRoutes(app: FastifyInstance, deps: ApiDeps): void {
  for (const operation of operations)
    app.route({
      method: operation.method,
      url: `${basePaths[operation.api]}${operation.path}`,
      handler: (request, reply) => handle(deps, operation, request, reply),
    });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ status: 404, errorCode: "000", message: "Not Found", errorType: "validation" }),
  );
}

async function handle(deps: ApiDeps, operation: Operation, request: FastifyRequest, reply: FastifyReply) {
  deps.world.clock.runDue();
  const [path = ""] = request.url.split("?");
  const fault = deps.faults.take(request.method, path);
  reply.header("pspreference", makePspReference());
  if (fault?.kind === "lose_answer_before" || fault?.kind === "stall_before") return abandon(reply, fault);
  const header = request.headers["idempotency-key"];
  const key = request.method === "POST" && typeof header === "string" ? header : null;
  if (key !== null) reply.header("idempotency-key", key);
  let stored: Answer | undefined;
  try {
    authenticate(request, deps.apiKey);
    if (fault?.kind === "rate_limit") throw tooManyRequests();
    stored = key === null ? undefined : deps.idempotency.begin(key);
  } catch (error) {
    return send(reply, toAnswer(error));
  }
  const answer = stored ?? answerTo(deps, operation, request, path, key, fault);
  const settle = () => {
    if (key !== null && !stored) deps.idempotency.end(key, answer);
  };
  if (fault) return respondWithFault(reply, fault, answer, settle);
  settle();
  return send(reply, answer);
}

function authenticate(request: FastifyRequest, apiKey: string): void {
  if (request.headers["x-api-key"] !== apiKey) throw unauthorized();
}

function answerTo(
  deps: ApiDeps,
  operation: Operation,
  request: FastifyRequest,
  path: string,
  idempotencyKey: string | null,
  fault: Fault | undefined,
): Answer {
  try {
    if (fault?.kind === "status_500_before") throw internalError();
    const checked = check(deps, operation, request, path, idempotencyKey, fault);
    const { id = "" } = request.params as { id?: string };
    const { world } = deps;
    const body = operation.run({ world, id, query: checked.query, body: checked.body, idempotencyKey });
    return holdToSpecification(deps, operation, path, { status: operation.status, body, transient: false });
  } catch (error) {
    return holdToSpecification(deps, operation, path, toAnswer(error));
  }
}

/** @throws ApiError for a request that the specification doesn't allow */
function check(
  deps: ApiDeps,
  operation: Operation,
  request: FastifyRequest,
  path: string,
  idempotencyKey: string | null,
  fault: Fault | undefined,
): CheckedRequest {
  const { method } = request;
  const query = parseForm(request.url.slice(path.length + 1));
  const json = method === "POST" ? parseJson(request.body) : undefined;
  const within = path.slice(basePaths[operation.api].length);
  const specification = adyenSpecifications()[operation.api];
  const checked = specification.request({
    method,
    path: within,
    query,
    ...(method === "POST" ? { json } : {}),
  });
  deps.requests.push({ ...checked, method, path, idempotencyKey, fault: fault?.kind ?? null });
  const [problem] = checked.problems;
  if (problem) throw toRequestError(problem, operation.schema);
  return checked;
}

function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(body) ? body.toString() : "");
  } catch {
    throw new ApiError(400, "702", "Unexpected input: the body isn't JSON");
  }
}

function toAnswer(error: unknown): Answer {
  if (!(error instanceof ApiError)) throw error;
  const { status, body, transient } = error;
  return { status, body, transient };
}

/** The specification lists no errors of /sessions, and nowhere 409 and 429: those are held to its `ServiceError`. */
function holdToSpecification(deps: ApiDeps, operation: Operation, path: string, answer: Answer): Answer {
  const specification = adyenSpecifications()[operation.api];
  const within = path.slice(basePaths[operation.api].length);
  const found =
    answer.status < 300
      ? specification.response(operation.method, within, answer.status, answer.body)
      : specification.object("ServiceError", answer.body);
  const where = `${operation.method} ${path} ${answer.status}`;
  deps.problems.push(...found.map((problem) => ({ where, problem })));
  return answer;
}

async function respondWithFault(reply: FastifyReply, fault: Fault, answer: Answer, settle: () => void) {
  if (fault.kind === "delay_answer") await sleep(fault.delayMs ?? 100);
  settle();
  if (fault.kind === "lose_answer_after" || fault.kind === "stall_after") return abandon(reply, fault);
  if (fault.kind === "status_500_after") return send(reply, toAnswer(internalError()));
  if (fault.kind !== "truncate_answer") return send(reply, answer);
  const text = JSON.stringify(answer.body);
  reply.hijack();
  reply.raw.writeHead(answer.status, { "content-type": "application/json", "content-length": text.length });
  reply.raw.write(text.slice(0, text.length / 2), () => reply.raw.destroy());
  return reply;
}

function send(reply: FastifyReply, { status, body, transient }: Answer): FastifyReply {
  if (transient) reply.header("transient-error", "true");
  return reply.code(status).send(body);
}

/** No answer: the connection breaks, or stays open in silence. */
function abandon(reply: FastifyReply, fault: Fault): FastifyReply {
  reply.hijack();
  if (fault.kind.startsWith("lose")) reply.raw.destroy();
  return reply;
}
