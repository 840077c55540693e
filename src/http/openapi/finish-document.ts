import {
  commonComponents,
  type FailureStatus,
  failureRef,
  parameterRef,
  successHeaders,
} from "./common-parts.ts";
import { exampleId, exampleOf } from "./examples.ts";
import { bodiesOf, hoistTitled, mapMediaSchemas, simplify } from "./shape-schemas.ts";
import { type Method, methods, type OpenApiDocument, type Operation, operationsOf } from "./types.ts";

/**
 * Makes the published document of what @fastify/swagger collected from the routes: schemas named and simplified, what
 * all operations share added, an example with every body.
 *
 * @param collected is changed and returned
 */
export function finishDocument(collected: OpenApiDocument): OpenApiDocument {
  const document = collected;
  document.components = commonComponents();
  mapMediaSchemas(document, simplify);
  for (const { method, path, operation } of operationsOf(document)) finishOperation(operation, method, path);
  hoistTitled(document);
  addExamples(document);
  document.paths = inReadingOrder(document.paths);
  document.components.schemas = sortByName(document.components.schemas);
  return document;
}

function finishOperation(operation: Operation, method: Method, path: string): void {
  const isPost = method === "post";
  for (const parameter of operation.parameters ?? []) {
    if (!("name" in parameter) || parameter.in !== "path") continue;
    const isOwn = parameter.name === "id";
    parameter.description = isOwn ? "The object's id." : "The id of a part of it.";
    if (isOwn) parameter.example = exampleId(path);
  }
  const own = operation.parameters ?? [];
  const shared = isPost
    ? [parameterRef("IdempotencyKey"), parameterRef("KassaVersion")]
    : [parameterRef("KassaVersion")];
  operation.parameters = [...own, ...shared];
  const answer = operation.responses["200"];
  if (answer && "description" in answer) {
    answer.description = "Done.";
    answer.headers = successHeaders(isPost);
  }
  for (const status of failuresOf(operation, method, path))
    operation.responses[String(status)] = failureRef(status);
  describeRequest(operation);
}

/**
 * A request body that the route's schema doesn't name is called after its operation. One that needs no field may be left
 * out altogether.
 */
function describeRequest({ operationId, requestBody }: Operation): void {
  const media = requestBody?.content["application/json"];
  if (!requestBody || !media) return;
  media.schema.title ??= `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Request`;
  requestBody.required = media.schema.required !== undefined || media.schema.minProperties !== undefined;
}

function failuresOf(operation: Operation, method: Method, path: string): FailureStatus[] {
  const failures: FailureStatus[] = [400, 401, 403];
  if (path.includes("{")) failures.push(404);
  if (method === "post") failures.push(409);
  if (operation.requestBody) failures.push(413, 415);
  if (method === "post") failures.push(422);
  return [...failures, 429, 500, 503];
}

function addExamples(document: OpenApiDocument): void {
  for (const { operation } of operationsOf(document)) {
    for (const media of bodiesOf(operation)) media.example ??= exampleOf(document, media.schema);
  }
}

/** Paths by name, and methods as one uses them: make, then read, then delete. */
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
