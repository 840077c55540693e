/**
 * Replaces each `allOf` by one schema with all its parts' properties. A schema that is closed to unknown properties can't be
 * a part of another one, but it can be merged with it.
 */
type Node = Readonly<Record<string, unknown>>;
type Schemas = Readonly<Record<string, object>>;

/** @param schemas the components that references name */
export function flattenAllOf(node: object, schemas: Schemas): object {
  return flatten(node as Node, schemas);
}

function flatten(node: Node, schemas: Schemas): Node {
  const { allOf, ...rest } = node;
  const flat = mapNode(rest, (inner) => flatten(inner, schemas));
  if (!Array.isArray(allOf)) return flat;
  const parts = allOf.map((part: Node) => resolve(part, schemas));
  return [...parts, flat].reduce((one, other) => merge(one, other, schemas));
}

/** The schema that a reference names, without references of its own at the top. */
function resolve(node: Node, schemas: Schemas): Node {
  if (typeof node.$ref !== "string") return flatten(node, schemas);
  const name = node.$ref.split("/").at(-1) ?? "";
  return flatten((schemas[name] ?? {}) as Node, schemas);
}

function merge(one: Node, other: Node, schemas: Schemas): Node {
  const merged: Record<string, unknown> = { ...one };
  for (const [keyword, value] of Object.entries(other))
    merged[keyword] = mergeKeyword(keyword, one[keyword], value, schemas);
  return merged;
}

function mergeKeyword(keyword: string, one: unknown, other: unknown, schemas: Schemas): unknown {
  if (one === undefined) return other;
  if (keyword === "required") return [...new Set([...(one as string[]), ...(other as string[])])];
  if (keyword === "items") return mergeResolved(one, other, schemas);
  if (keyword !== "properties") return other;
  const properties: Record<string, unknown> = { ...(one as Node) };
  for (const [name, schema] of Object.entries(other as Node))
    properties[name] = properties[name] ? mergeResolved(properties[name], schema, schemas) : schema;
  return properties;
}

function mergeResolved(one: unknown, other: unknown, schemas: Schemas): Node {
  return merge(resolve(one as Node, schemas), resolve(other as Node, schemas), schemas);
}

function mapNode(node: Node, map: (node: Node) => Node): Node {
  const mapAny = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(mapAny);
    return typeof value === "object" && value !== null ? map(value as Node) : value;
  };
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, mapAny(value)]));
}
