import type { FastifySchemaCompiler } from "fastify";
import type { TSchema } from "typebox";
import { shapeOf } from "../kernel/shape.ts";

/** Takes what has the schema's shape as it is, without coercion, and refuses anything else. */
export const compileShape: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const shape = shapeOf(schema);
  return (value: unknown) =>
    shape.fits(value) ? { value } : { error: new Error("It doesn't have the shape of the schema.") };
};
