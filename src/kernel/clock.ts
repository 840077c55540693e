/**
 * The time by which Kassa decides: PostgreSQL's, not this machine's. Between two looks at it time advances by the
 * monotonic clock, so a wall clock that is set wrong, or set right in the middle, changes nothing.
 */
export type Clock = {
  /** Milliseconds since 1970. */
  nowMs(): number;
};

/** A clock that is further from the database's is set at once; a smaller difference never takes it back. */
const muchMs = 1_000;

export class DatabaseClock implements Clock {
  #baseMs = Date.now();
  #takenAt = performance.now();
  /** What it has said before: objects that are made one after another have to be listed in that order. */
  #leastMs = Number.NEGATIVE_INFINITY;

  nowMs(): number {
    return Math.max(this.#leastMs, this.#baseMs + (performance.now() - this.#takenAt));
  }

  /**
   * Takes over the database's time: it was `databaseMs` at some moment of the `roundTripMs` before `answeredAt`. A clock
   * that agrees with that goes on as it is, for a slow answer knows less than the clock does.
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
