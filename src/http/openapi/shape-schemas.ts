import {
  type Components,
  type MediaType,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  type Schema,
} from "./types.ts";
import { valueTypes } from "./value-types.ts";

/**
 * Rewrites a route's schema in the usual style: a choice of constants as one `enum`, a nullable type as a list of two
 * types. Removes our validator's own keywords, except `x-problem`, which is useful for callers.
 */
export function simplify(schema: Schema): Schema {
  const { "x-expects": _ours, ...rest } = schema as Schema & { "x-expects"?: string };
  const inner = mapChildren(rest, simplify);
  const { anyOf, ...outer } = inner;
  if (!anyOf) return inner;
  const values = anyOf.map(({ enum: allowed }) => (allowed?.length === 1 ? allowed[0] : undefined));
  if (values.every((value) => typeof value === "string")) return { ...outer, type: "string", enum: values };
  const [first, second] = anyOf;
  const isNullable = anyOf.length === 2 && second?.type === "null" && typeof first?.type === "string";
  if (!first || !isNullable || first.title) return inner;
  return { ...first, ...outer, type: [String(first.type), "null"], ...nullableEnum(first) };
}

const nullableEnum = ({ enum: allowed }: Schema): Schema => (allowed ? { enum: [...allowed, null] } : {});

/**
 * Moves every schema with a title to the components, under the title, and leaves a reference. If requests and answers have
 * different schemas with one title, the request's is named `…Input`.
 */
export function hoistTitled(document: OpenApiDocument): void {
  const { components } = document;
  mapAnswers(document, (schema) => hoist(schema, (title, body) => addSchema(components, title, body)));
  mapRequests(document, (schema) =>
    hoist(schema, (title, body) => {
      const isOther = components.schemas[title] && !isSame(components.schemas[title], body);
      return addSchema(components, isOther ? `${title}Input` : title, body);
    }),
  );
}

/** Replaces each titled schema by a reference. A value type keeps the description of its field. */
function hoist(schema: Schema, add: (title: string, body: Schema) => string): Schema {
  const { title, ...body } = mapChildren(schema, (child) => hoist(child, add));
  if (title === undefined) return body;
  const { description = "", ...type } = body;
  const about = valueTypes[title];
  if (about === undefined) return { $ref: reference(add(title, body)) };
  const name = add(title, { description: about, ...type });
  return { $ref: reference(name), ...(description === "" ? {} : { description }) };
}

const reference = (name: string): string => `#/components/schemas/${name}`;

/** @throws Error if two different schemas have the same title. */
function addSchema(components: Components, name: string, schema: Schema): string {
  const known = components.schemas[name];
  if (known && !isSame(known, schema)) throw new Error(`two different schemas have the title ${name}`);
  components.schemas[name] = schema;
  return name;
}

const isSame = (one: Schema, other: Schema): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Replaces the schemas of all bodies and parameters. */
export function mapMediaSchemas(document: OpenApiDocument, change: (schema: Schema) => Schema): void {
  mapRequests(document, change);
  mapAnswers(document, change);
}

function mapRequests(document: OpenApiDocument, change: (schema: Schema) => Schema): void {
  for (const { operation } of operationsOf(document)) {
    for (const media of Object.values(operation.requestBody?.content ?? {}))
      media.schema = change(media.schema);
    for (const parameter of operation.parameters ?? []) {
      if ("schema" in parameter) parameter.schema = change(parameter.schema);
    }
  }
}

/** Replaces the schemas of the answers that the operations themselves describe. */
export function mapAnswers(document: OpenApiDocument, change: (schema: Schema) => Schema): void {
  for (const { operation } of operationsOf(document))
    for (const media of answersOf(operation)) media.schema = change(media.schema);
}

/** The bodies of the request and of the answers that the operation itself describes. */
export function bodiesOf(operation: Operation): MediaType[] {
  return [...Object.values(operation.requestBody?.content ?? {}), ...answersOf(operation)];
}

function answersOf(operation: Operation): MediaType[] {
  return Object.values(operation.responses).flatMap((response) =>
    "content" in response ? Object.values(response.content ?? {}) : [],
  );
}

export function mapChildren(schema: Schema, change: (child: Schema) => Schema): Schema {
  const copy = { ...schema };
  if (copy.items) copy.items = change(copy.items);
  if (copy.propertyNames) copy.propertyNames = change(copy.propertyNames);
  if (copy.anyOf) copy.anyOf = copy.anyOf.map(change);
  if (copy.properties) {
    copy.properties = Object.fromEntries(
      Object.entries(copy.properties).map(([name, child]) => [name, change(child)]),
    );
  }
  if (typeof copy.additionalProperties === "object")
    copy.additionalProperties = change(copy.additionalProperties);
  return copy;
}
