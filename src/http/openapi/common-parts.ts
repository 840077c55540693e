import { type ProblemCode, problemCodes } from "../../kernel/problem-codes.ts";
import { apiVersions } from "../../tenants/versions.ts";
import type { Components, Header, Parameter, Reference, Response, Schema } from "./types.ts";

/** The parts that all operations share: headers, the API key, and problems. */

const parameters: Record<string, Parameter> = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "A unique value for this request: 1 to 255 visible ASCII characters. For 30 days, a repeated request with the same key and body returns the first response again, so a call whose response was lost can be repeated safely.",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7e]+$" },
  },
  KassaVersion: {
    name: "Kassa-Version",
    in: "header",
    description:
      "The API version to use for this request: a date. Default: the version that the API key was created with.",
    schema: { type: "string", enum: [...apiVersions] },
  },
};

const headers: Record<string, Header> = {
  RequestId: { description: "The id of this request in the operator's log.", schema: { type: "string" } },
  KassaVersion: {
    description: "The API version that was used for this request.",
    schema: { type: "string", "x-extensible-enum": [...apiVersions] },
  },
  IdempotentReplayed: {
    description: "`true` if this is the stored response to the first request with this Idempotency-Key.",
    schema: { type: "string", enum: ["true"] },
  },
  RateLimit: {
    description:
      'The number of requests that the key has left (`r`) within the next `t` seconds: `"key";r=24;t=1`.',
    schema: { type: "string" },
  },
  RateLimitPolicy: {
    description: "The number of requests per second that the key can make.",
    schema: { type: "string" },
  },
  RetryAfter: {
    description: "The number of seconds to wait before the next try.",
    schema: { type: "integer", minimum: 0 },
  },
  WwwAuthenticate: { description: "Always `Bearer`.", schema: { type: "string", enum: ["Bearer"] } },
};

const problemFields = {
  detail: { type: "string", description: "What is wrong with this request, and what to change." },
  code: { $ref: "#/components/schemas/ProblemCode" },
  param: {
    type: "string",
    description: "A JSON pointer to the field, or the name of the query parameter or header.",
  },
} satisfies Record<string, Schema>;

const schemas: Record<string, Schema> = {
  Problem: {
    type: "object",
    description: "Problem details (RFC 9457).",
    properties: {
      type: { type: "string", format: "uri", description: "The URL of the code's documentation." },
      title: { type: "string", description: "A short summary, the same for every occurrence of the code." },
      status: { type: "integer", description: "The HTTP status." },
      ...problemFields,
      errors: {
        type: "array",
        description:
          "All errors, if the request has several. The problem itself describes the first of them.",
        items: {
          type: "object",
          properties: problemFields,
          required: ["code", "detail"],
        },
      },
      requestId: { type: "string", description: "The same as the header X-Request-Id." },
      docUrl: { type: "string", format: "uri", description: "The same as `type`." },
    },
    required: ["type", "title", "status", "detail", "code", "requestId", "docUrl"],
  },
  ProblemCode: {
    type: "string",
    description: "Codes never change; later versions can add more.",
    "x-extensible-enum": Object.keys(problemCodes),
  },
};

/** The response component for each error status. */
const failures = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  408: "RequestTimeout",
  409: "Conflict",
  413: "ContentTooLarge",
  415: "UnsupportedMediaType",
  421: "MisdirectedRequest",
  422: "UnprocessableContent",
  429: "TooManyRequests",
  500: "InternalError",
  503: "ServiceUnavailable",
} as const;
export type FailureStatus = keyof typeof failures;

/** Codes that only the payment page and PSP notifications use, not the API. */
const notInApi: ReadonlySet<string> = new Set<ProblemCode>(["signature_invalid", "request_malformed"]);

/** The components that every operation refers to. */
export function commonComponents(): Components {
  return {
    schemas: { ...schemas },
    parameters: { ...parameters },
    headers: { ...headers },
    responses: Object.fromEntries(
      Object.entries(failures).map(([status, name]) => [name, failureResponse(Number(status))]),
    ),
    securitySchemes: {
      apiKey: {
        type: "http",
        scheme: "bearer",
        description: "An API key: `ks_sandbox_…` for the sandbox, `ks_live_…` for real payments.",
      },
    },
  };
}

function failureResponse(status: number): Response {
  const codes = Object.entries(problemCodes).filter(
    ([code, known]) => known.status === status && !notInApi.has(code),
  );
  return {
    description: codes.map(([code, { title }]) => `- \`${code}\`: ${title}.`).join("\n"),
    headers: { ...everyResponse, ...failureHeaders(status) },
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
  };
}

function failureHeaders(status: number): Record<string, Reference> {
  if (status === 401) return { "WWW-Authenticate": header("WwwAuthenticate") };
  return status === 409 || status === 429 || status === 503 ? { "Retry-After": header("RetryAfter") } : {};
}

const header = (name: string): Reference => ({ $ref: `#/components/headers/${name}` });

const everyResponse = { "X-Request-Id": header("RequestId") };

/** The headers of a 200 response. */
export function successHeaders(takesIdempotencyKey: boolean): Record<string, Reference> {
  return {
    ...everyResponse,
    "Kassa-Version": header("KassaVersion"),
    RateLimit: header("RateLimit"),
    "RateLimit-Policy": header("RateLimitPolicy"),
    ...(takesIdempotencyKey ? { "Idempotent-Replayed": header("IdempotentReplayed") } : {}),
  };
}

export const parameterRef = (name: "IdempotencyKey" | "KassaVersion"): Reference => ({
  $ref: `#/components/parameters/${name}`,
});

export const failureRef = (status: FailureStatus): Reference => ({
  $ref: `#/components/responses/${failures[status]}`,
});
