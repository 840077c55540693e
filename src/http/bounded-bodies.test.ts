import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

/** See docs/decisions/0014-bounded-validation.md. */
const document = JSON.parse(readFileSync(new URL("../../openapi.json", import.meta.url), "utf8"));

type Node = { readonly [name: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** The schema that `$ref` points to. */
function resolve(node: Node): Node {
  if (typeof node.$ref !== "string") return node;
  let target: unknown = document;
  for (const name of node.$ref.split("/").slice(1)) target = isNode(target) ? target[name] : undefined;
  assert.ok(isNode(target), node.$ref);
  return resolve(target);
}

/** Every schema within a schema, with its path. */
function schemasIn(schema: Node, place: string): [string, Node][] {
  const node = resolve(schema);
  const below = Object.entries(node).flatMap(([name, child]) =>
    isNode(child) && name !== "example" && name !== "examples" ? schemasIn(child, `${place}/${name}`) : [],
  );
  return [[place, node], ...below];
}

test("lists and maps in bodies have limits, and items of unique lists have a type", () => {
  const faults: string[] = [];
  for (const [path, operations] of Object.entries<Node>(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const body = isNode(operation) && isNode(operation.requestBody) ? operation.requestBody : undefined;
      for (const [place, schema] of body ? schemasIn(body, `${method} ${path}`) : []) {
        const { type, maxItems, maxProperties, patternProperties, additionalProperties, uniqueItems, items } =
          schema;
        if (type === "array" && maxItems === undefined) faults.push(`${place} has no maxItems`);
        const isMap = patternProperties !== undefined || isNode(additionalProperties);
        if (type === "object" && isMap && maxProperties === undefined)
          faults.push(`${place} has no maxProperties`);
        if (uniqueItems === true && !(isNode(items) && "type" in resolve(items)))
          faults.push(`the items of ${place} have no type`);
      }
    }
  }
  assert.deepEqual(faults, []);
});
