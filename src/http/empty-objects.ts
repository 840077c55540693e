import type { preValidationHookHandler } from "fastify";

/** Fields whose keys are the caller's own, so that they can be empty. */
const freeObjects = ["metadata", "texts", "amountLimits"] as const;

/** PHP's json_encode writes an array without keys as `[]`: where an object of free keys is expected, that is the empty one. */
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
