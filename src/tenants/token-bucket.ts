/**
 * A rate limit: a bucket of `perSecond` tokens that refills evenly. Each process has its own, so N processes let
 * through up to N times as much; that is the price of asking nobody.
 */
export class TokenBucket {
  readonly perSecond: number;
  /** The bucket in the words of the IETF's RateLimit header fields: q requests in a window of w seconds. */
  readonly policyHeader: string;
  #tokens: number;
  #refilledAt: number;

  /** `now` is a reading of the steady clock, in milliseconds, here and in `take`. */
  constructor(perSecond: number, now = performance.now()) {
    this.#refilledAt = now;
    this.perSecond = perSecond;
    this.policyHeader = `"key";q=${perSecond};w=1`;
    this.#tokens = perSecond;
  }

  /** Takes one token. Returns how many are left, or -1 when there was none. */
  take(now = performance.now()): number {
    this.#tokens = Math.min(
      this.perSecond,
      this.#tokens + ((now - this.#refilledAt) / 1000) * this.perSecond,
    );
    this.#refilledAt = now;
    if (this.#tokens < 1) return -1;
    this.#tokens -= 1;
    return Math.floor(this.#tokens);
  }

  /** Whole seconds until there is a token again. */
  retryAfterSeconds(): number {
    return Math.max(1, Math.ceil((1 - this.#tokens) / this.perSecond));
  }
}
