/** The parts of OpenAPI 3.1 that Kassa's document uses, for the docs and the tests. */
export type OpenApiDocument = {
  openapi: string;
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    contact?: { name: string; url: string };
  };
  servers?: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  webhooks?: Record<string, { post: Webhook }>;
  components: Components;
  security: Record<string, string[]>[];
};

export type Components = {
  schemas: Record<string, Schema>;
  responses: Record<string, Response>;
  parameters: Record<string, Parameter>;
  headers: Record<string, Header>;
  securitySchemes: Record<string, object>;
};

export type Method = "get" | "post" | "delete";
export type PathItem = Partial<Record<Method, Operation>>;

export type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Record<string, MediaType> };
  responses: Record<string, Response | Reference>;
  /** Further failure statuses, beside those that follow from method and path. */
  "x-failures"?: (404 | 409)[];
};

/** An event that Kassa sends to a webhook endpoint. */
export type Webhook = Pick<Operation, "operationId" | "summary" | "description" | "tags" | "parameters"> & {
  requestBody: { required: true; content: Record<string, MediaType> };
  responses: Record<string, Response>;
};

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
};

export type Response = {
  description: string;
  headers?: Record<string, Header | Reference>;
  content?: Record<string, MediaType>;
};

export type Header = { description: string; schema: Schema };
export type MediaType = { schema: Schema; example?: unknown };
export type Reference = { $ref: string };

/** The parts of JSON Schema 2020-12 that the routes use. */
export type Schema = {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  format?: string;
  pattern?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  maxProperties?: number;
  propertyNames?: Schema;
  /** The problem code for a fault of this field. */
  "x-problem"?: string;
  /** The values that this version uses for a field of an answer; later versions can add more. */
  "x-extensible-enum"?: unknown[];
};

/** The methods in the order in which they are shown. */
export const methods = ["post", "get", "delete"] as const satisfies readonly Method[];

/** Every operation of a document with its method and path, in the document's order. */
export function operationsOf(
  document: OpenApiDocument,
): { method: Method; path: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method, path, operation }] : [];
    }),
  );
}

/** Resolves a reference such as "#/components/schemas/Event". @throws Error if it points nowhere. */
export function resolve<Part extends object>(document: OpenApiDocument, part: Part | Reference): Part {
  if (!("$ref" in part) || typeof part.$ref !== "string") return part as Part;
  let found: unknown = document;
  for (const step of part.$ref.slice(2).split("/"))
    found = (found as Record<string, unknown> | undefined)?.[step];
  if (found === undefined) throw new Error(`${part.$ref} points nowhere`);
  return found as Part;
}
