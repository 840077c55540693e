/**
 * The time by which Kassa decides: PostgreSQL's, not this machine's. Between two looks at it time advances by the
 * monotonic clock, so a wall clock that is set wrong, or set right in the middle, changes nothing.
 */
export type Clock = {
  /** Milliseconds since 1970. */
  nowMs(): number;
};

export class DatabaseClock implements Clock {
  #baseMs = Date.now();
  #takenAt = performance.now();

  nowMs(): number {
    return this.#baseMs + (performance.now() - this.#takenAt);
  }

  /** Takes over the database's time, `databaseMs`, read half of `roundTripMs` ago. */
  set(databaseMs: number, roundTripMs: number): void {
    this.#baseMs = databaseMs + roundTripMs / 2;
    this.#takenAt = performance.now();
  }
}
