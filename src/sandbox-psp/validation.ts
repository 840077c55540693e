import type { FastifySchemaCompiler } from "fastify";
import type { TSchema } from "typebox";
import { shapeOf } from "../kernel/shape.ts";

/** Validates against the schema without coercion. */
export const compileShape: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const shape = shapeOf(schema);
  return (value: unknown) =>
    shape.fits(value) ? { value } : { error: new Error("It doesn't have the shape of the schema.") };
};
