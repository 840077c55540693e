import type { preValidationHookHandler } from "fastify";

/** Fields with free keys, which can be empty. */
const freeObjects = ["metadata", "texts", "amountLimits"] as const;

/** PHP's json_encode writes an empty array as `[]`. In these fields it is read as `{}`. */
export const takeEmptyObjects: preValidationHookHandler = (request, _reply, done) => {
  const { body } = request;
  if (typeof body === "object" && body !== null) {
    const fields = body as Record<string, unknown>;
    for (const name of freeObjects) {
      const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (Array.isArray(value) && value.length === 0) fields[name] = {};
    }
  }
  done();
};
