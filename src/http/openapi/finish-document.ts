import {
  commonComponents,
  type FailureStatus,
  failureRef,
  parameterRef,
  successHeaders,
} from "./common-parts.ts";
import { exampleId, exampleOf } from "./examples.ts";
import { openAnswer } from "./open-answers.ts";
import { bodiesOf, hoistTitled, mapAnswers, mapMediaSchemas, simplify } from "./shape-schemas.ts";
import { type Method, methods, type OpenApiDocument, type Operation, operationsOf } from "./types.ts";
import { addWebhooks, type WebhookPayload } from "./webhooks.ts";

/**
 * Turns what @fastify/swagger collected into the published document: names and simplifies schemas, adds the shared parts,
 * and adds an example to every body.
 *
 * @param collected is changed and returned
 */
export function finishDocument(
  collected: OpenApiDocument,
  webhooks: readonly WebhookPayload[],
): OpenApiDocument {
  const document = collected;
  document.components = commonComponents();
  mapMediaSchemas(document, simplify);
  mapAnswers(document, openAnswer);
  for (const { method, path, operation } of operationsOf(document)) finishOperation(operation, method, path);
  hoistTitled(document);
  addExamples(document);
  addWebhooks(document, webhooks);
  document.paths = inReadingOrder(document.paths);
  document.components.schemas = sortByName(document.components.schemas);
  return document;
}

function finishOperation(operation: Operation, method: Method, path: string): void {
  const isPost = method === "post";
  for (const parameter of operation.parameters ?? []) {
    if (!("name" in parameter) || parameter.in !== "path") continue;
    const isOwn = parameter.name === "id";
    parameter.description = isOwn ? "The object's id." : "The file's id.";
    if (isOwn) parameter.example = exampleId(path);
  }
  const own = operation.parameters ?? [];
  const shared = isPost
    ? [parameterRef("IdempotencyKey"), parameterRef("KassaVersion")]
    : [parameterRef("KassaVersion")];
  operation.parameters = [...own, ...shared];
  const answer = operation.responses["200"];
  if (answer && "description" in answer) {
    answer.description = "The operation succeeded.";
    answer.headers = successHeaders(isPost);
  }
  for (const status of failuresOf(operation, method, path))
    operation.responses[String(status)] = failureRef(status);
  describeRequest(operation);
}

/** Names an untitled request body after its operation. A body without required fields is optional. */
function describeRequest({ operationId, requestBody }: Operation): void {
  const media = requestBody?.content["application/json"];
  if (!requestBody || !media) return;
  media.schema.title ??= `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Request`;
  requestBody.required = media.schema.required !== undefined || media.schema.minProperties !== undefined;
}

function failuresOf(operation: Operation, method: Method, path: string): FailureStatus[] {
  const own = operation["x-failures"] ?? [];
  delete operation["x-failures"];
  const failures: FailureStatus[] = [400, 401, 403, 408, 421, 429, 500, 503, ...own];
  if (path.includes("{")) failures.push(404);
  // The body of any such request is read, even if none is expected.
  if (method !== "get") failures.push(413, 415);
  if (method === "post") failures.push(409, 422);
  return [...new Set(failures)].sort((one, other) => one - other);
}

function addExamples(document: OpenApiDocument): void {
  for (const { operation } of operationsOf(document)) {
    for (const media of bodiesOf(operation)) media.example ??= exampleOf(document, media.schema);
  }
}

/** Sorts paths by name and methods in the order of use: create, read, delete. */
function inReadingOrder(paths: OpenApiDocument["paths"]): OpenApiDocument["paths"] {
  return Object.fromEntries(
    Object.entries(paths)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([path, item]) => [
        path,
        Object.fromEntries(methods.filter((method) => item[method]).map((method) => [method, item[method]])),
      ]),
  );
}

function sortByName<Value>(record: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)));
}
