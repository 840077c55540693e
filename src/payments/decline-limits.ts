/**
 * The second line against card testing (the first is the number of attempts per session): whoever collects many declines
 * in a short time, from one address or with one card, has to wait. Only declines count, so a busy shop behind one
 * address is never in the way of itself. Kept in memory, per process; keys are digests, never card numbers.
 */
const windowMs = 10 * 60_000;
const keysAtMost = 100_000;

export class DeclineLimits {
  readonly #most: number;
  readonly #declines = new Map<string, { count: number; since: number }>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Seconds to wait, or 0 when the next attempt may be made. */
  waitSeconds(key: string, now = performance.now()): number {
    const entry = this.#declines.get(key);
    if (!entry || now - entry.since >= windowMs || entry.count < this.#most) return 0;
    return Math.ceil((entry.since + windowMs - now) / 1000);
  }

  /** Counts one decline. */
  count(key: string, now = performance.now()): void {
    const entry = this.#declines.get(key);
    if (entry && now - entry.since < windowMs) {
      entry.count += 1;
      return;
    }
    if (this.#declines.size >= keysAtMost) this.#declines.clear();
    this.#declines.set(key, { count: 1, since: now });
  }
}
