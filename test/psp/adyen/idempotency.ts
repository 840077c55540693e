import type { FakeClock } from "../stripe/clock.ts";
import { ApiError, keyInUse } from "./errors.ts";

export type Answer = { readonly status: number; readonly body: object; readonly transient: boolean };

/** Adyen keeps keys for at least seven days. */
const keptSeconds = 7 * 86_400;

/**
 * What was answered under each Idempotency-Key of the company account. Successes and refusals (422) are replayed, as
 * the specification says that these two repeat the key; other answers aren't. A key that is reused for another request gets
 * the first one's answer: Adyen documents no check, so the fake does the worst.
 */
export class IdempotencyKeys {
  /** Undefined while the first request is being carried out. */
  readonly #answers = new Map<string, { readonly at: number; readonly answer: Answer | undefined }>();
  readonly #clock: FakeClock;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  /**
   * The stored answer; undefined if this request is the first, which then has to end with `end`.
   * @throws ApiError for a key that is too long, or whose first request isn't answered yet
   */
  begin(key: string): Answer | undefined {
    if (key.length > 64) throw new ApiError(422, "702", "Idempotency-Key exceeds 64 characters");
    const known = this.#answers.get(key);
    if (known && !known.answer) throw keyInUse();
    if (known && known.at + keptSeconds > this.#clock.now()) return known.answer;
    this.#answers.set(key, { at: this.#clock.now(), answer: undefined });
    return undefined;
  }

  end(key: string, answer: Answer): void {
    const isKept = answer.status < 300 || answer.status === 422;
    if (isKept) this.#answers.set(key, { at: this.#clock.now(), answer });
    else this.#answers.delete(key);
  }
}
