import { type OpenApiDocument, type Operation, operationsOf, type Schema } from "../../http/openapi/types.ts";

/** A page of the API reference: the operations of a tag, and the objects that belong to them. */
export type Resource = {
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly operations: ReturnType<typeof operationsOf>;
  readonly objects: readonly string[];
};

/** The address of a tag's page. */
export const resourcePath = (tag: string): string => `/docs/api/${tag.toLowerCase().replaceAll(" ", "-")}`;

export const apiPath = "/docs/api";

/** This object is described on the overview: each operation may answer with it. */
export const sharedObject = "Problem";

/** The resources, in the document's order. An object belongs to the tag whose operations and webhooks are nearest to it. */
export function resourcesOf(document: OpenApiDocument): Resource[] {
  const owners = ownersOf(document);
  return document.tags.map(({ name, description }) => ({
    name,
    description,
    path: resourcePath(name),
    operations: operationsOf(document).filter(({ operation }) => operation.tags.includes(name)),
    objects: answeredObjects(document).filter((object) => owners.get(object) === name),
  }));
}

/** The address of an object's description. */
export function objectAddress(document: OpenApiDocument, object: string): string {
  const owner = ownersOf(document).get(object);
  if (object === sharedObject || owner === undefined) return `${apiPath}#${object}`;
  return `${resourcePath(owner)}#${object}`;
}

/** The components that aren't shown with an operation: all but request bodies. */
function answeredObjects(document: OpenApiDocument): string[] {
  return Object.keys(document.components.schemas).filter(
    (name) => !name.endsWith("Request") && name !== "ProblemCode" && name !== sharedObject,
  );
}

function ownersOf(document: OpenApiDocument): ReadonlyMap<string, string> {
  let owners = knownOwners.get(document);
  if (!owners) {
    owners = findOwners(document);
    knownOwners.set(document, owners);
  }
  return owners;
}

const knownOwners = new WeakMap<OpenApiDocument, ReadonlyMap<string, string>>();

/** Goes from all tags at once along the references, step by step: the tag that comes to an object first owns it. */
function findOwners(document: OpenApiDocument): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  let reached = document.tags.flatMap(({ name }) =>
    startsOf(document, name).flatMap((part) => referencesIn(part).map((object) => ({ object, tag: name }))),
  );
  while (reached.length > 0) {
    const found = reached.filter(({ object, tag }) => {
      if (owners.has(object)) return false;
      owners.set(object, tag);
      return true;
    });
    reached = found.flatMap(({ object, tag }) =>
      referencesIn(document.components.schemas[object]).map((next) => ({ object: next, tag })),
    );
  }
  return owners;
}

/** Where the objects of a tag begin: in the bodies and parameters of its operations and in its webhooks. */
function startsOf(document: OpenApiDocument, tag: string): unknown[] {
  const operations = operationsOf(document).map(({ operation }) => operation);
  const webhooks = Object.values(document.webhooks ?? {}).map(({ post }) => post);
  return [...operations, ...webhooks]
    .filter(({ tags }) => tags.includes(tag))
    .map((operation: Partial<Operation>) => [
      operation.responses?.["200"],
      operation.requestBody,
      operation.parameters,
    ]);
}

/** The names of the components that a part of the document refers to, in order. */
function referencesIn(part: Schema | unknown): string[] {
  const names = Array.from(
    JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g),
    ([, name = ""]) => name,
  );
  return [...new Set(names)];
}
