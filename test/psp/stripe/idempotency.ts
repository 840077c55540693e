import { createHash } from "node:crypto";
import type { FakeClock } from "./clock.ts";
import { ApiError } from "./errors.ts";

export type Answer = { readonly status: number; readonly body: object; readonly requestId: string };

type Remembered = {
  readonly at: number;
  readonly path: string;
  readonly fingerprint: string;
  /** Undefined while the first request is being carried out. */
  answer: Answer | undefined;
};

const keptSeconds = 86_400;

/** What was answered under each Idempotency-Key of an account and mode: replayed for a day, 500s too. */
export class IdempotencyKeys {
  readonly #remembered = new Map<string, Remembered>();
  readonly #clock: FakeClock;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  /**
   * The stored answer; undefined if this request is the first, which then has to end with `store` or `forget`.
   * @throws ApiError if the key is used for something else, or by a request that isn't answered yet
   */
  begin(key: string, path: string, body: Buffer): Answer | undefined {
    const fingerprint = createHash("sha256").update(body).digest("hex");
    const known = this.#remembered.get(key);
    if (!known || known.at + keptSeconds <= this.#clock.now()) {
      this.#remembered.set(key, { at: this.#clock.now(), path, fingerprint, answer: undefined });
      return undefined;
    }
    if (known.path !== path)
      throw reused(`for the same endpoint they were first used for ('${known.path}' vs '${path}')`, key);
    if (known.fingerprint !== fingerprint)
      throw reused("with the same parameters they were first used with", key);
    if (!known.answer)
      throw new ApiError(409, {
        code: "idempotency_key_in_use",
        message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        type: "idempotency_error",
      });
    return known.answer;
  }

  store(key: string, answer: Answer): void {
    const known = this.#remembered.get(key);
    if (known) known.answer = answer;
  }

  /** For a request that was refused before it was carried out. */
  forget(key: string): void {
    this.#remembered.delete(key);
  }
}

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
