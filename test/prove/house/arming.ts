import type { CrashPoint } from "../../../src/kernel/crash-point.ts";

/** A crash point and at which passing of it to die. */
export type Armed = `${CrashPoint}:${number}`;

/** A process that is killed in between takes its crash point into this many starts in all, for some are passed seldom. */
const startsAtMost = 3;

/** Which crash point a process is started with: one is kept until it was died at, or for a few starts. */
export class Arming {
  #armed: { readonly at: Armed; starts: number } | undefined;
  #deaths = 0;
  #stopped = false;

  /** Takes a point for the next starts, unless another one still waits. */
  offer(at: Armed | undefined): void {
    if (at !== undefined) this.#armed ??= { at, starts: 0 };
  }

  /** No start has a point any more. */
  stop(): void {
    this.#stopped = true;
  }

  /** The point for a start. @param deaths how often the process has died at a point so far */
  next(deaths: number): Armed | undefined {
    const reached = deaths > this.#deaths;
    this.#deaths = deaths;
    if (this.#stopped || reached || (this.#armed && this.#armed.starts >= startsAtMost))
      this.#armed = undefined;
    if (this.#armed) this.#armed.starts += 1;
    return this.#armed?.at;
  }
}
