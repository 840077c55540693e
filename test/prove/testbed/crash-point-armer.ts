import type { CrashPoint } from "../../../src/kernel/crash-point.ts";

/** A crash point and the hit at which the process dies, as `KASSA_CRASH_AT` takes it. */
export type ArmedCrashPoint = `${CrashPoint}:${number}`;

/** Some points are hit rarely, so a process that is killed before its point gets it again for up to this many starts. */
const maxStarts = 3;

/** Decides the crash point of each start of a process. A point stays armed until it kills the process, or for a few starts. */
export class CrashPointArmer {
  #armed: { readonly at: ArmedCrashPoint; starts: number } | undefined;
  #crashes = 0;
  #disabled = false;

  /** Arms a point for the next starts, unless another one is still armed. */
  arm(at: ArmedCrashPoint | undefined): void {
    if (at !== undefined) this.#armed ??= { at, starts: 0 };
  }

  /** No later start gets a point. */
  disable(): void {
    this.#disabled = true;
  }

  /** The point for the next start. @param crashes how often the process has died at a point so far */
  forNextStart(crashes: number): ArmedCrashPoint | undefined {
    const crashed = crashes > this.#crashes;
    this.#crashes = crashes;
    if (this.#disabled || crashed || (this.#armed && this.#armed.starts >= maxStarts))
      this.#armed = undefined;
    if (this.#armed) this.#armed.starts += 1;
    return this.#armed?.at;
  }
}
