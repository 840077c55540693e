import assert from "node:assert/strict";
import { test } from "node:test";
import { Type as TypeBox } from "typebox";
import { Type } from "./type.ts";

/** The same schemas with our builders and with TypeBox's. */
const schemas = (type: typeof Type) => {
  const options = { description: "Why" };
  const text = type.String({ minLength: 1, pattern: "^a" });
  const optional = type.Optional(text);
  return {
    array: type.Array(text, { maxItems: 3 }),
    boolean: type.Boolean(options),
    choice: type.Enum(["a", "b"], options),
    integer: type.Integer({ minimum: 0 }),
    intersection: type.Intersect([type.Object({ a: text }), type.Object({ b: text })], options),
    text: type.Literal("a", options),
    number: type.Literal(3),
    truth: type.Literal(true),
    nothing: type.Null(options),
    someRequired: type.Object({ a: optional, b: text }, { additionalProperties: false }),
    noneRequired: type.Object({ a: optional }, options),
    empty: type.Object({}),
    requiredAfterAll: type.Object({ a: text, b: type.Optional(text) }),
    sameFields: type.Object({ ...type.Object({ a: optional, b: text }).properties, c: optional }),
    record: type.Record(type.String(), text, { maxProperties: 2 }),
    recordOfPattern: type.Record(text, type.Null()),
    plain: type.String(),
    union: type.Union([type.Null(), text], options),
    unsafe: type.Unsafe<"a">(type.String({ enum: ["a"] })),
    optionalUnsafe: type.Object({ a: type.Optional(type.Unsafe<"a">(text)) }),
  };
};

test("every builder makes the same schema as TypeBox, with members in the same order", () => {
  assert.equal(JSON.stringify(schemas(Type), null, 2), JSON.stringify(schemas(TypeBox), null, 2));
});
