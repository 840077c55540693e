import {
  type Components,
  type MediaType,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  type Schema,
} from "./types.ts";

/**
 * Rewrites a route's schema the way people write them: a choice of constants as one `enum`, "this or null" as a type of
 * two names. What only our validator understands is left out, except `x-problem`, which tells the caller something.
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

/** Moves every schema that has a title to the components and leaves a reference. The title is its name. */
export function hoistTitled(document: OpenApiDocument): void {
  const hoist = (schema: Schema): Schema => {
    const inner = mapChildren(schema, hoist);
    const { title, ...body } = inner;
    if (title === undefined) return inner;
    addSchema(document.components, title, body);
    return { $ref: `#/components/schemas/${title}` };
  };
  mapMediaSchemas(document, hoist);
}

/** @throws Error when two different schemas claim one name: a reader could not tell which is meant. */
function addSchema(components: Components, name: string, schema: Schema): void {
  const known = components.schemas[name];
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
    throw new Error(`two different schemas have the title ${name}`);
  }
  components.schemas[name] = schema;
}

/** Replaces the schemas of all bodies and parameters. */
export function mapMediaSchemas(document: OpenApiDocument, change: (schema: Schema) => Schema): void {
  for (const { operation } of operationsOf(document)) {
    for (const media of bodiesOf(operation)) media.schema = change(media.schema);
    for (const parameter of operation.parameters ?? []) {
      if ("schema" in parameter) parameter.schema = change(parameter.schema);
    }
  }
}

/** The request's body and the answers' that the operation itself describes. */
export function bodiesOf(operation: Operation): MediaType[] {
  const contents = Object.values(operation.responses).map((response) =>
    "content" in response ? response.content : undefined,
  );
  return [operation.requestBody?.content, ...contents].flatMap((content) => Object.values(content ?? {}));
}

function mapChildren(schema: Schema, change: (child: Schema) => Schema): Schema {
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
