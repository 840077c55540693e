/**
 * PostgreSQL's time, which all decisions use instead of this machine's. Between two readings it advances by the monotonic
 * clock, so a wrong or corrected wall clock has no effect.
 */
export type Clock = {
  /** Milliseconds since 1970. */
  nowMs(): number;
};

/** A larger difference sets the clock at once. A smaller one never sets it back. */
const muchMs = 1_000;

export class DatabaseClock implements Clock {
  #baseMs = Date.now();
  #takenAt = performance.now();
  /** The last time returned, so that time never goes back: objects must sort in the order of their creation. */
  #leastMs = Number.NEGATIVE_INFINITY;

  nowMs(): number {
    return Math.max(this.#leastMs, this.#baseMs + (performance.now() - this.#takenAt));
  }

  /**
   * Takes a reading of the database's time: it was `databaseMs` at some moment in the `roundTripMs` before `answeredAt`. If
   * the clock is within that range, it isn't changed, because a slow answer is less exact than the clock.
   */
  set(databaseMs: number, roundTripMs: number, answeredAt = performance.now()): void {
    const ownMs = this.#baseMs + (answeredAt - this.#takenAt);
    const latestMs = databaseMs + roundTripMs;
    const isFarOff = ownMs < databaseMs - muchMs || ownMs > latestMs + muchMs;
    this.#leastMs = isFarOff ? Number.NEGATIVE_INFINITY : this.nowMs();
    this.#baseMs = isFarOff ? databaseMs + roundTripMs / 2 : Math.min(Math.max(ownMs, databaseMs), latestMs);
    this.#takenAt = answeredAt;
  }
}
