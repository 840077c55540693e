import {
  type Method,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  resolve,
} from "../../http/openapi/types.ts";

/** A curl command for the operation, with the variables that the first page sets. */
export function curlFor(
  document: OpenApiDocument,
  { method, path, operation }: { method: Method; path: string; operation: Operation },
): string {
  const parameters = (operation.parameters ?? []).map((parameter) => resolve<Parameter>(document, parameter));
  const id = parameters.find(({ name }) => name === "id")?.example;
  const address = `$KASSA${path.replace("{id}", String(id))}`;
  const body = operation.requestBody?.content["application/json"]?.example;
  const takesKey = parameters.some(({ name }) => name === "Idempotency-Key");
  return [
    `curl ${method === "get" || body !== undefined ? "" : `-X ${method.toUpperCase()} `}${address}`,
    '-H "Authorization: Bearer $KEY"',
    ...(takesKey ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === undefined
      ? []
      : [
          '-H "Content-Type: application/json"',
          `-d '${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")}'`,
        ]),
  ].join(" \\\n  ");
}
