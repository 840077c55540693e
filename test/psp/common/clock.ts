/**
 * The fake's time: real time plus what tests have advanced it by. Tasks that are due run when the clock is advanced, in the
 * order of their times, or when `runDue` is called.
 */
export class FakeClock {
  #aheadSeconds = 0;
  #tasks: { readonly at: number; readonly run: () => void }[] = [];

  /** Seconds since 1970. */
  now(): number {
    return Math.floor(Date.now() / 1000) + this.#aheadSeconds;
  }

  at(time: number, run: () => void): void {
    this.#tasks.push({ at: time, run });
    this.#tasks.sort((one, other) => one.at - other.at);
  }

  advance(seconds: number): void {
    const end = this.now() + seconds;
    for (let next = this.#tasks[0]; next && next.at <= end; next = this.#tasks[0]) {
      this.#aheadSeconds += Math.max(0, next.at - this.now());
      this.#tasks.shift();
      next.run();
    }
    this.#aheadSeconds += Math.max(0, end - this.now());
  }

  runDue(): void {
    this.advance(0);
  }
}
