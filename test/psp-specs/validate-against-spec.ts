/**
 * Holds requests and answers to a published OpenAPI 3.0 document. Made for every PSP whose specification lies beside this
 * file: whoever fakes a PSP, or calls one, learns in what it differs from what the PSP published.
 */
import { type ErrorObject, Ajv2020 as Validator } from "ajv/dist/2020.js";
import { flattenAllOf } from "./flatten-all-of.ts";
import type { FormObject } from "./form-body.ts";
import { toJsonSchema } from "./to-json-schema.ts";
import { type FormSchema, toTyped } from "./typed-form.ts";

export type OpenApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
};

type Operation = {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};
type Content = Readonly<Record<string, { readonly schema: FormSchema }>>;
type Parameter = {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: FormSchema;
};

/** One thing that the specification doesn't allow. `at` is a JSON pointer; `value` what stands there. */
export type SpecProblem = {
  readonly at: string;
  readonly message: string;
  readonly keyword: string;
  /** The missing or unknown property, if it is about one. */
  readonly property?: string;
};

export type SpecRequest = {
  readonly method: string;
  /** Without query. */
  readonly path: string;
  readonly query?: FormObject;
  /** A form (texts, typed by the schema), or the parsed JSON. */
  readonly form?: FormObject;
  readonly json?: unknown;
};

export type CheckedRequest = {
  readonly problems: readonly SpecProblem[];
  /** The query or form with the types of the specification. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
};

export type SpecValidator = {
  /** Whether the specification has such an operation. */
  knows(method: string, path: string): boolean;
  request(request: SpecRequest): CheckedRequest;
  response(method: string, path: string, status: number, body: unknown): readonly SpecProblem[];
  /** @param name of a schema among the components */
  object(name: string, value: unknown): readonly SpecProblem[];
};

/**
 * @param options.closed whether properties that a schema doesn't list are problems, though OpenAPI allows them: then
 * neither a fake nor a client can make any up.
 */
export function validateAgainstSpec(
  spec: OpenApiDocument,
  options: { readonly closed: boolean },
): SpecValidator {
  // Optimizing the code of a whole API takes longer than running it in tests.
  const code = { optimize: false };
  // PayPal's patterns have escapes that the flag "u" forbids.
  const unicodeRegExp = false;
  const ajv = new Validator({ strict: false, allErrors: true, validateFormats: false, unicodeRegExp, code });
  const { schemas } = spec.components;
  const converted = (schema: object) =>
    toJsonSchema(options.closed ? flattenAllOf(schema, schemas) : schema, options);
  ajv.addSchema({ $id: "spec", $defs: mapValues(schemas, converted) });
  const compiled = new Map<object, ReturnType<typeof ajv.compile>>();
  const check = (schema: object, value: unknown): readonly SpecProblem[] => {
    const validate = compiled.get(schema) ?? ajv.compile(converted(schema));
    compiled.set(schema, validate);
    return validate(value) ? [] : (validate.errors ?? []).map(toProblem);
  };
  const find = operationFinder(spec);
  // By reference, so that a schema is compiled once for all operations.
  const references = new Map(
    Object.keys(schemas).map((name) => [name, { $ref: `#/components/schemas/${name}` }]),
  );
  return {
    knows: (method, path) => find(method, path) !== undefined,
    request: (request) => checkRequest(find(request.method, request.path), request, check),
    response(method, path, status, body) {
      const responses = find(method, path)?.responses ?? {};
      const schema = (responses[status] ?? responses.default)?.content?.["application/json"]?.schema;
      return schema ? check(schema, body) : [unknown(`${method} ${path} ${status}`)];
    },
    object(name, value) {
      const schema = references.get(name);
      return schema ? check(schema, value) : [unknown(name)];
    },
  };
}

type Check = (schema: object, value: unknown) => readonly SpecProblem[];

function checkRequest(operation: Operation | undefined, request: SpecRequest, check: Check): CheckedRequest {
  if (!operation) return { problems: [unknown(`${request.method} ${request.path}`)], query: {}, body: {} };
  const querySchema = querySchemaOf(operation);
  const query = toTyped(querySchema, request.query ?? {});
  const content = operation.requestBody?.content ?? {};
  const [schema] = Object.values(content).map(({ schema }) => schema);
  const body = request.json ?? toTyped(schema, request.form ?? {});
  const problems = [...check(querySchema, query), ...(schema ? check(schema, body) : [])];
  return { problems, query: asRecord(query), body: asRecord(body) };
}

const querySchemas = new WeakMap<Operation, FormSchema>();

function querySchemaOf(operation: Operation): FormSchema {
  const known = querySchemas.get(operation);
  if (known) return known;
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === "query");
  const schema = {
    type: "object",
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
  querySchemas.set(operation, schema);
  return schema;
}

/** Paths with fewer variables win: /sessions/search before /sessions/{id}. */
function operationFinder(spec: OpenApiDocument): (method: string, path: string) => Operation | undefined {
  const variables = (path: string) => path.split("{").length;
  const paths = Object.keys(spec.paths).sort((one, other) => variables(one) - variables(other));
  const patterns = paths.map(
    (path) =>
      [new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{[^}]+\}/g, "[^/]+")}$`), path] as const,
  );
  return (method, path) => {
    const [, found] = patterns.find(([pattern]) => pattern.test(path)) ?? [];
    return found === undefined ? undefined : spec.paths[found]?.[method.toLowerCase()];
  };
}

function toProblem({ instancePath, message, keyword, params }: ErrorObject): SpecProblem {
  const { missingProperty, additionalProperty } = params as Record<string, string | undefined>;
  const property = missingProperty ?? additionalProperty;
  const detail = keyword === "additionalProperties" ? `: ${property}` : "";
  const problem = { at: instancePath, message: `${message}${detail}`, keyword };
  return property === undefined ? problem : { ...problem, property };
}

function unknown(what: string): SpecProblem {
  return { at: "", message: `the specification has no ${what}`, keyword: "unknown" };
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function mapValues(record: Readonly<Record<string, object>>, map: (value: object) => object): object {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
