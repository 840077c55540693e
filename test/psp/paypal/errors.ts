import { randomBytes } from "node:crypto";

/** What is wrong, and where. `api.ts` adds the description that the specification has for the issue. */
export type Issue = {
  readonly issue: string;
  /** A JSON pointer into the body, or the name of a parameter. */
  readonly field?: string;
  readonly value?: string;
  readonly location?: "body" | "path" | "query";
  readonly description?: string;
};

export type ErrorLink = { readonly href: string; readonly rel: string; readonly method: "GET" };

const messages: Readonly<Record<string, string>> = {
  INVALID_REQUEST: "Request is not well-formed, syntactically incorrect, or violates schema.",
  AUTHENTICATION_FAILURE:
    "Authentication failed due to missing authorization header, or invalid authentication credentials.",
  NOT_AUTHORIZED: "Authorization failed due to insufficient permissions.",
  RESOURCE_NOT_FOUND: "The specified resource does not exist.",
  RESOURCE_CONFLICT: "The server has detected a conflict while processing this request.",
  UNSUPPORTED_MEDIA_TYPE: "The server does not support the request payload's media type.",
  UNPROCESSABLE_ENTITY:
    "The requested action could not be performed, semantically incorrect, or failed business validation.",
  RATE_LIMIT_REACHED: "Too many requests. Blocked due to rate limiting.",
  INTERNAL_SERVER_ERROR: "An internal server error occurred.",
  // Of the older APIs.
  INVALID_RESOURCE_ID: "Resource id is invalid.",
  VALIDATION_ERROR: "Invalid data provided",
  WEBHOOK_URL_ALREADY_EXISTS: "Webhook URL already exists",
  WEBHOOK_NUMBER_LIMIT_EXCEEDED: "Number of webhooks exceeds the permissible limit",
};

/** An error that the API answers with. Thrown by operations and turned into an answer by `api.ts`. */
export class ApiError extends Error {
  readonly status: number;
  readonly issues: readonly Issue[];
  readonly links: readonly ErrorLink[];

  constructor(status: number, name: string, issues: readonly Issue[] = [], links: readonly ErrorLink[] = []) {
    super(messages[name] ?? name);
    this.name = name;
    this.status = status;
    this.issues = issues;
    this.links = links;
  }
}

/** A refusal of OAuth, which has another form than those of the API. */
export class OAuthError extends Error {
  readonly status = 401;
  readonly body: { readonly error: string; readonly error_description: string };

  constructor(error: "invalid_client" | "invalid_token", description: string) {
    super(description);
    this.body = { error, error_description: description };
  }
}

export function unprocessable(
  issue: string,
  at: Omit<Issue, "issue"> = {},
  links: readonly ErrorLink[] = [],
): ApiError {
  const located = at.field?.startsWith("/") ? { ...at, location: "body" as const } : at;
  return new ApiError(422, "UNPROCESSABLE_ENTITY", [{ issue, ...located }], links);
}

export function notFound(): ApiError {
  return new ApiError(404, "RESOURCE_NOT_FOUND", [{ issue: "INVALID_RESOURCE_ID" }]);
}

/** PayPal's support asks for it. It is in errors, and in the header Paypal-Debug-Id of every answer. */
export function makeDebugId(): string {
  return randomBytes(7).toString("hex").slice(0, 13);
}
