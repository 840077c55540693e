import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Static, TSchema } from "typebox";

/** Checks values against a schema, without coercing, filling in or dropping anything. */
export type Shape<Schema extends TSchema> = {
  fits(value: unknown): value is Static<Schema>;
};

// Tests check our schemas.
const ajv = new Ajv2020({ keywords: ["x-problem", "x-expects"], validateSchema: false });
addFormats.default(ajv);

/** Compiles the schema at the first value, because most processes use few schemas. */
export function shapeOf<Schema extends TSchema>(schema: Schema): Shape<Schema> {
  let validate: ValidateFunction | undefined;
  return {
    fits: (value): value is Static<Schema> => {
      validate ??= ajv.compile(schema);
      return validate(value);
    },
  };
}
