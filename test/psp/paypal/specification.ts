import { readFileSync } from "node:fs";
import {
  type OpenApiDocument,
  type SpecProblem,
  type SpecValidator,
  validateAgainstSpec,
} from "../../psp-specs/validate-against-spec.ts";
import { ApiError, type Issue } from "./errors.ts";

export type ApiName = "orders" | "payments" | "webhooks" | "disputes" | "reporting";

const files: Readonly<Record<ApiName, string>> = {
  orders: "paypal-orders-v2.json",
  payments: "paypal-payments-v2.json",
  webhooks: "paypal-webhooks-v1.json",
  disputes: "paypal-disputes-v1.json",
  reporting: "paypal-reporting-v1.json",
};

type Loaded = { readonly document: OpenApiDocument; readonly validator: SpecValidator };

const loaded = new Map<ApiName, Loaded>();

function load(api: ApiName): Loaded {
  const known = loaded.get(api);
  if (known) return known;
  const file = new URL(`../../psp-specs/${files[api]}`, import.meta.url);
  const document = JSON.parse(readFileSync(file, "utf8")) as OpenApiDocument;
  const made = { document, validator: validateAgainstSpec(document, { closed: true }) };
  loaded.set(api, made);
  return made;
}

/** One of PayPal's published specifications. Each is loaded once a process. */
export function paypalSpecification(api: ApiName): SpecValidator {
  return load(api).validator;
}

/** What the specification says about the issues of an operation's error, by issue. The same issue has several texts. */
export function issueDescriptions({ api, method, path }: Place, status: number): ReadonlyMap<string, string> {
  const { document } = load(api);
  const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, "\\{\\w+\\}")}$`);
  const template = Object.keys(document.paths).find((candidate) => pattern.test(candidate)) ?? "";
  const response = document.paths[template]?.[method.toLowerCase()]?.responses[status];
  const found = new Map<string, string>();
  collectDescriptions(response, document.components.schemas, found);
  return found;
}

/** An operation, with its path as in `operations.ts`. */
type Place = { readonly api: ApiName; readonly method: string; readonly path: string };

type ErrorNode = {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, { readonly enum?: readonly string[] }>>;
};

/** Finds the pairs of an issue and its description in the schemas of errors. */
function collectDescriptions(
  node: unknown,
  schemas: Readonly<Record<string, object>>,
  found: Map<string, string>,
): void {
  if (typeof node !== "object" || node === null) return;
  const { $ref, properties } = node as ErrorNode;
  if ($ref !== undefined) collectDescriptions(schemas[$ref.split("/").at(-1) ?? ""], schemas, found);
  const [issue] = properties?.issue?.enum ?? [];
  const [description] = properties?.description?.enum ?? [];
  if (issue !== undefined && description !== undefined) found.set(issue, description);
  for (const value of Object.values(node)) collectDescriptions(value, schemas, found);
}

/**
 * Issues that PayPal documents elsewhere, and that its specification doesn't list for the operation, with their source:
 * CURRENCY_NOT_SUPPORTED and ACTION_DOES_NOT_MATCH_INTENT in the troubleshooting of the Orders API,
 * REAUTHORIZATION_TOO_SOON in the errors of the Payments API, the others in reports of integrators.
 */
const unlistedIssues = new Set([
  "CURRENCY_NOT_SUPPORTED",
  "ACTION_DOES_NOT_MATCH_INTENT",
  "REAUTHORIZATION_TOO_SOON",
  "MALFORMED_REQUEST_JSON",
  "PREVIOUS_REQUEST_IN_PROGRESS",
]);

export function isUnlisted(issue: string): boolean {
  return unlistedIssues.has(issue);
}

/** PayPal's own answer to a request that its specification doesn't allow. */
export function toRequestError(problems: readonly SpecProblem[], location: "body" | "query"): ApiError {
  return new ApiError(
    400,
    "INVALID_REQUEST",
    problems.map((problem) => toIssue(problem, location)),
  );
}

function toIssue(
  { at, keyword, property, message }: SpecProblem,
  location: Issue["location"] & string,
): Issue {
  const field = property === undefined ? at : `${at}/${property}`;
  switch (keyword) {
    case "required":
      return { issue: "MISSING_REQUIRED_PARAMETER", field, location };
    case "minLength":
    case "maxLength":
      return { issue: "INVALID_STRING_LENGTH", field, location };
    case "maxItems":
      return { issue: "INVALID_ARRAY_MAX_ITEMS", field, location };
    case "pattern":
    case "type":
      return { issue: "INVALID_PARAMETER_SYNTAX", field, location };
    case "additionalProperties":
      return { issue: "INVALID_PARAMETER_VALUE", field, location, description: message };
    default:
      return { issue: "INVALID_PARAMETER_VALUE", field, location };
  }
}
