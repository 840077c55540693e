/** The keywords of OpenAPI 3.0 that JSON Schema 2020-12 says otherwise or not at all. */
type Node = Readonly<Record<string, unknown>>;

/** Converts a schema of OpenAPI 3.0, whose references are to components, to one of JSON Schema within the id "spec". */
export function toJsonSchema(schema: object, options: { readonly closed: boolean }): object {
  return convert(schema as Node, options);
}

function convert(node: Node, options: { readonly closed: boolean }): object {
  const { nullable, $ref, ...rest } = node;
  const converted: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(rest))
    converted[keyword] = convertKeyword(keyword, value, isPart(keyword, node) ? { closed: false } : options);
  if (typeof $ref === "string") converted.$ref = $ref.replace("#/components/schemas/", "spec#/$defs/");
  if (options.closed && isClosable(node)) converted.additionalProperties = false;
  return nullable === true ? { anyOf: [converted, { type: "null" }] } : converted;
}

/** Alternatives beside properties say more about the same object, and don't list all that it may have. */
function isPart(keyword: string, node: Node): boolean {
  return ["anyOf", "oneOf"].includes(keyword) && node.properties !== undefined;
}

function convertKeyword(keyword: string, value: unknown, options: { readonly closed: boolean }): unknown {
  if (keyword === "properties") {
    const properties = Object.entries(value as Record<string, Node>);
    return Object.fromEntries(properties.map(([name, schema]) => [name, convert(schema, options)]));
  }
  if (Array.isArray(value) && ["anyOf", "oneOf", "allOf"].includes(keyword))
    return value.map((schema) => convert(schema, options));
  const isSchema = keyword === "items" || keyword === "additionalProperties";
  return isSchema && typeof value === "object" && value !== null ? convert(value as Node, options) : value;
}

/** An object without any property is one that the specification leaves open. */
function isClosable({ properties, additionalProperties }: Node): boolean {
  return (
    typeof properties === "object" &&
    properties !== null &&
    Object.keys(properties).length > 0 &&
    additionalProperties === undefined
  );
}
