import { present } from "../../../src/kernel/assert.ts";
import type { FormObject } from "../../psp-specs/form-body.ts";
import type { SpecProblem } from "../../psp-specs/validate-against-spec.ts";
import { ApiError } from "./errors.ts";
import { type EventName, eventTypes } from "./event-types.ts";
import type { Operation } from "./operations.ts";
import type { RequestBody } from "./request-body.ts";
import { type ApiName, isUnlisted, paypalSpecification, toRequestError } from "./specification.ts";

/** Where an answer or event of the fake isn't as the specification says. Tests expect none. */
export type FoundProblem = { readonly where: string; readonly problem: SpecProblem };

type Checked = {
  readonly query: Readonly<Record<string, unknown>>;
  readonly problems: readonly SpecProblem[];
  /** PayPal's answer to the problems. */
  readonly error: ApiError | undefined;
};

const requestIdMaxLength = 108;

/** Holds a request to the specification. */
export function checkRequest(
  { api, method }: Operation,
  path: string,
  form: FormObject,
  { body, isMultipart }: RequestBody,
  requestId: string | null,
): Checked {
  // The schema of a multipart body only lists a file.
  const json = method === "POST" && !isMultipart ? { json: body } : {};
  const { problems, query } = paypalSpecification(api).request({ method, path, query: form, ...json });
  const location = method === "POST" ? "body" : "query";
  if (problems.length > 0) return { query, problems, error: toRequestError(problems, location) };
  if (requestId === null || requestId.length <= requestIdMaxLength)
    return { query, problems, error: undefined };
  const issue = { issue: "INVALID_STRING_LENGTH", field: "PayPal-Request-Id" };
  return { query, problems, error: new ApiError(400, "INVALID_REQUEST", [issue]) };
}

/** Holds an answer to the specification. */
export function checkAnswer(
  { api, method }: Operation,
  path: string,
  { status, body }: { readonly status: number; readonly body: object | null },
): readonly FoundProblem[] {
  // The gateway answers these, before any API. The specifications have no 429, and in some places no form of 500.
  if (body === null || status === 429 || status === 500 || Object.hasOwn(body, "error")) return [];
  const { details = [] } = body as { details?: readonly { readonly issue: string }[] };
  if (details.some(({ issue }) => isUnlisted(issue))) return [];
  const where = `${method} ${path} ${status}`;
  return paypalSpecification(api)
    .response(method, path, status, body)
    .map((problem) => ({ where, problem }));
}

/** The schema of each event's resource, by the event's `resource_type`. */
const resourceSchemas: Readonly<Record<string, readonly [ApiName, string]>> = {
  "checkout-order": ["orders", "order"],
  authorization: ["payments", "authorization-2"],
  capture: ["payments", "capture-2"],
  refund: ["payments", "refund"],
  dispute: ["disputes", "dispute"],
};

/** Holds an event and its resource to the specifications. */
export function checkEvent(type: EventName, event: object, resource: object): readonly FoundProblem[] {
  const [resourceType] = eventTypes[type];
  const [api, schema] = present(resourceSchemas[resourceType], resourceType);
  return [
    ...paypalSpecification("webhooks").object("event", event),
    ...paypalSpecification(api).object(schema, resource),
  ].map((problem) => ({ where: type, problem }));
}
