/**
 * A rate limit: a bucket of `perSecond` tokens that refills evenly. Each process has its own, without coordination, so N
 * processes admit up to N times the rate.
 */
export class TokenBucket {
  readonly perSecond: number;
  /** The value of RateLimit-Policy (IETF draft): q requests in a window of w seconds. */
  readonly policyHeader: string;
  #tokens: number;
  #refilledAt: number;

  /** @param now monotonic time in milliseconds, as in `take` */
  constructor(perSecond: number, now = performance.now()) {
    this.#refilledAt = now;
    this.perSecond = perSecond;
    this.policyHeader = `"key";q=${perSecond};w=1`;
    this.#tokens = perSecond;
  }

  /** Takes one token. Returns how many are left, or -1 if there was none. */
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

  /** Whole seconds until the next token. */
  retryAfterSeconds(): number {
    return Math.max(1, Math.ceil((1 - this.#tokens) / this.perSecond));
  }
}
