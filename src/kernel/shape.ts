import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Static, TSchema } from "typebox";

/** Whether values have the shape that a schema describes. Nothing is coerced, filled in or dropped. */
export type Shape<Schema extends TSchema> = {
  fits(value: unknown): value is Static<Schema>;
};

// Schemas are our own and are checked by tests.
const ajv = new Ajv2020({ keywords: ["x-problem", "x-expects"], validateSchema: false });
addFormats.default(ajv);

/** Compiles the schema when the first value comes: most processes meet few of them. */
export function shapeOf<Schema extends TSchema>(schema: Schema): Shape<Schema> {
  let validate: ValidateFunction | undefined;
  return {
    fits: (value): value is Static<Schema> => {
      validate ??= ajv.compile(schema);
      return validate(value);
    },
  };
}
