import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { makeId } from "../kernel/id.ts";
import type { Mode } from "../kernel/mode.ts";
import type { Caller } from "../tenants/caller.ts";
import { ApiWords } from "./api-words.ts";
import type { LineWriter, MakeLine } from "./line-writer.ts";
import { type Allowed, redactedJson, safeHeader, safePath } from "./redact.ts";
import type { RequestLine } from "./request-line.ts";

/** `on`: keeps requests as described in docs/how-to/dashboard.md. `failed`: only those that failed. */
export type RequestLogSetting = "on" | "failed" | "off";

type Deps = {
  readonly writer: LineWriter;
  readonly nowMs: () => number;
  readonly setting: Exclude<RequestLogSetting, "off">;
};

declare module "fastify" {
  interface FastifyRequest {
    /** The text of the answer, if the request log keeps it. */
    loggedAnswer: string | null;
  }
}

/** Has each request that was made with an API key, and its answer, written to the log. */
export function observeRequests(api: FastifyInstance, deps: Deps): void {
  const words = new ApiWords();
  api.decorateRequest("loggedAnswer", null);
  api.addHook("onRoute", ({ schema }) => words.add(schema));
  api.addHook("onSend", (request, reply, payload, done) => {
    if (typeof payload === "string" && keepsBodies(request, reply.statusCode)) request.loggedAnswer = payload;
    done(null, payload);
  });
  api.addHook("onResponse", (request, reply, done) => {
    const { auth } = request;
    if (auth && hasKey(auth) && isKept(deps.setting, request.method, auth.mode, reply.statusCode)) {
      const { make, bytes } = lineOf(deps, words, request, reply, auth);
      deps.writer.add(make, bytes);
    }
    done();
  });
}

type KeyCaller = Caller & { readonly keyId: string };

const hasKey = (caller: Caller): caller is KeyCaller => "keyId" in caller;

const isRead = (method: string): boolean => method === "GET" || method === "HEAD";

function isKept(setting: Deps["setting"], method: string, mode: Mode, status: number): boolean {
  if (status >= 400) return true;
  return setting === "on" && (mode === "sandbox" || !isRead(method));
}

/** Of requests that failed, and of those that change something in the sandbox; never of credentials and files. */
function keepsBodies({ auth, method, routeOptions }: FastifyRequest, status: number): boolean {
  if (!auth || !hasKey(auth) || routeOptions.config.scope?.[0] === "connector_accounts") return false;
  return status >= 400 || (auth.mode === "sandbox" && !isRead(method));
}

function lineOf(
  { nowMs }: Deps,
  words: ApiWords,
  request: FastifyRequest,
  reply: FastifyReply,
  { tenantId, mode, keyId }: KeyCaller,
): { bytes: number; make: MakeLine } {
  const atMs = nowMs();
  const { method, ip, headers, params, query, loggedAnswer, id: requestId } = request;
  const { statusCode: status, elapsedTime } = reply;
  const route = request.routeOptions.url ?? "";
  const body = keepsBodies(request, status) && isJson(request) ? request.body : undefined;
  const { docsUrl } = request.server;
  const make = (): RequestLine => {
    const answer = loggedAnswer === null ? undefined : parsed(loggedAnswer);
    const errorCode = status >= 400 ? codeOf(answer) : null;
    const texts = errorCode === null ? [requestId] : [requestId, `${docsUrl}#${errorCode}`];
    const allowed: Allowed = { isWord: (text) => words.has(text) };
    const ofAnswer: Allowed = { ...allowed, texts, isProblem: status >= 400 };
    return {
      ...{ tenantId, mode, method, status, keyId, requestId, ip, errorCode },
      id: makeId("rql", mode, tenantId, atMs),
      at: new Date(atMs),
      path: safePath(route, params as Readonly<Record<string, unknown>>, query, allowed).slice(0, 500),
      durationMs: Math.round(elapsedTime),
      idempotencyKey: safeHeader(headers["idempotency-key"], 255),
      userAgent: safeHeader(headers["user-agent"], 200),
      requestBody: body === undefined || body === null ? null : redactedJson(body, allowed),
      responseBody: answer === undefined ? null : redactedJson(answer, ofAnswer),
    };
  };
  const bytes = 500 + (loggedAnswer?.length ?? 0) + (body === undefined ? 0 : request.rawJson.length);
  return { bytes, make };
}

/** Files and their forms have no JSON. */
const isJson = ({ body, rawJson }: FastifyRequest): boolean => rawJson !== "" && !Buffer.isBuffer(body);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const codeOf = (answer: unknown): string | null =>
  typeof answer === "object" && answer !== null && "code" in answer && typeof answer.code === "string"
    ? answer.code
    : null;
