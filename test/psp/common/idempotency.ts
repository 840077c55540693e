import { createHash } from "node:crypto";
import type { FakeClock } from "./clock.ts";

/** An answer with its JSON; null for an empty body. */
export type Answer = { readonly status: number; readonly body: object | null; readonly requestId: string };

type Remembered<Stored> = {
  readonly at: number;
  readonly path: string;
  readonly fingerprint: string;
  /** Undefined while the first request is being carried out. */
  answer: Stored | undefined;
};

/** The errors with which the PSP refuses a key. */
export type KeyRefusals = {
  readonly otherPath: (key: string, first: string, now: string) => Error;
  readonly otherBody: (key: string) => Error;
  readonly inUse: (key: string) => Error;
};

const day = 86_400;

/** What was answered under each idempotency key of an account and mode: replayed for a day, or as long as the PSP says. */
export class IdempotencyKeys<Stored = Answer> {
  readonly #remembered = new Map<string, Remembered<Stored>>();
  readonly #clock: FakeClock;
  readonly #refusals: KeyRefusals;
  readonly #keptSeconds: number;

  constructor(clock: FakeClock, refusals: KeyRefusals, keptSeconds = day) {
    this.#clock = clock;
    this.#refusals = refusals;
    this.#keptSeconds = keptSeconds;
  }

  /**
   * The stored answer; undefined if this request is the first, which then has to end with `store` or `forget`.
   * @throws the PSP's error if the key is used for something else, or by a request that isn't answered yet
   */
  begin(key: string, path: string, body: Buffer): Stored | undefined {
    const fingerprint = createHash("sha256").update(body).digest("hex");
    const known = this.#remembered.get(key);
    if (!known || known.at + this.#keptSeconds <= this.#clock.now()) {
      this.#remembered.set(key, { at: this.#clock.now(), path, fingerprint, answer: undefined });
      return undefined;
    }
    if (known.path !== path) throw this.#refusals.otherPath(key, known.path, path);
    if (known.fingerprint !== fingerprint) throw this.#refusals.otherBody(key);
    if (!known.answer) throw this.#refusals.inUse(key);
    return known.answer;
  }

  store(key: string, answer: Stored): void {
    const known = this.#remembered.get(key);
    if (known) known.answer = answer;
  }

  /** For a request that did nothing, and may be sent again with the same key. */
  forget(key: string): void {
    this.#remembered.delete(key);
  }
}

/** Keys of the two modes don't meet. */
export function scopedKey(key: string, livemode: boolean): string {
  return `${livemode ? "live" : "test"} ${key}`;
}
