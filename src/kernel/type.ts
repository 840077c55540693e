import type { Type as TypeBox } from "typebox";

/**
 * The TypeBox builders that Kassa's schemas use, with TypeBox's types but without its code: its 683 modules take a third of
 * a start's CPU time. `type.test.ts` checks that the schemas are the same.
 */
type Builders = Pick<
  typeof TypeBox,
  | "Array"
  | "Boolean"
  | "Enum"
  | "Integer"
  | "Intersect"
  | "Literal"
  | "Null"
  | "Object"
  | "Optional"
  | "Record"
  | "String"
  | "Union"
  | "Unsafe"
>;

type Schema = { readonly pattern?: string };
type Options = Readonly<Record<string, unknown>>;

/** Marks optional fields. The schema itself states this in the object's `required`. */
const optionals = new WeakSet<object>();

const builders = {
  Array: (items: Schema, options?: Options) => ({ type: "array", items, ...options }),
  Boolean: (options?: Options) => ({ type: "boolean", ...options }),
  Enum: (values: readonly unknown[], options?: Options) => ({ enum: [...values], ...options }),
  Integer: (options?: Options) => ({ type: "integer", ...options }),
  Intersect: (allOf: readonly Schema[], options?: Options) => ({ allOf, ...options }),
  Literal: (value: unknown, options?: Options) => ({ type: typeof value, const: value, ...options }),
  Null: (options?: Options) => ({ type: "null", ...options }),
  Object: (properties: Readonly<Record<string, Schema>>, options?: Options) => {
    const required = Object.keys(properties).filter((name) => !optionals.has(properties[name] ?? {}));
    return {
      type: "object",
      ...(required.length === 0 ? {} : { required }),
      properties: { ...properties },
      ...options,
    };
  },
  /** Marks a copy, so that the schema can be a required field elsewhere. */
  Optional: (schema: Schema) => {
    const copy = { ...schema };
    optionals.add(copy);
    return copy;
  },
  Record: (key: Schema, value: Schema, options?: Options) => ({
    type: "object",
    patternProperties: { [key.pattern ?? "^.*$"]: value },
    ...options,
  }),
  String: (options?: Options) => ({ type: "string", ...options }),
  Union: (anyOf: readonly Schema[], options?: Options) => ({ anyOf, ...options }),
  Unsafe: (schema: Schema) => ({ ...schema }),
} satisfies Record<keyof Builders, unknown>;

export const Type = builders as object as Builders;
