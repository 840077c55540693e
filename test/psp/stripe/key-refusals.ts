import type { KeyRefusals } from "../common/idempotency.ts";
import { ApiError } from "./errors.ts";

/** How Stripe refuses an idempotency key. */
export const keyRefusals: KeyRefusals = {
  otherPath: (key, first, now) =>
    reused(`for the same endpoint they were first used for ('${first}' vs '${now}')`, key),
  otherBody: (key) => reused("with the same parameters they were first used with", key),
  inUse: (key) =>
    new ApiError(409, {
      code: "idempotency_key_in_use",
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
      type: "idempotency_error",
    }),
};

/** @throws ApiError for a key that is too long */
export function checkKey(key: string): void {
  if (key.length > 255)
    throw new ApiError(400, {
      message: `Idempotency keys can have up to 255 characters, this one has ${key.length}.`,
      type: "invalid_request_error",
    });
}

function reused(how: string, key: string): ApiError {
  const message = `Keys for idempotent requests can only be used ${how}. Try using a key other than '${key}' if you meant to execute a different request.`;
  return new ApiError(400, { message, type: "idempotency_error" });
}
