import { setTimeout as sleep } from "node:timers/promises";
import type { Lease } from "./queries.ts";

type Attempt = { readonly lease: Lease; readonly calledOff: AbortController; readonly done: Promise<void> };

/** The attempts that this process is making. */
export class UnderWay {
  // Not by id: an attempt whose lease was lost may still be running when this process leases the same delivery again.
  readonly #attempts = new Set<Attempt>();

  get size(): number {
    return this.#attempts.size;
  }

  get leases(): Lease[] {
    return [...this.#attempts].map(({ lease }) => lease);
  }

  /** Runs an attempt, which never rejects and watches the signal. */
  begin(lease: Lease, run: (signal: AbortSignal) => Promise<void>): void {
    const calledOff = new AbortController();
    const done = run(calledOff.signal).then(() => void this.#attempts.delete(attempt));
    const attempt = { lease, calledOff, done };
    this.#attempts.add(attempt);
  }

  /** Calls off the attempts on those leases. */
  callOff(leases: ReadonlySet<Lease>): void {
    for (const { lease, calledOff } of this.#attempts) if (leases.has(lease)) calledOff.abort();
  }

  /** Lets attempts finish for a while, then calls the rest off, and answers with their leases when all have ended. */
  async end(graceMs: number): Promise<Lease[]> {
    const finished = Promise.all([...this.#attempts].map(({ done }) => done));
    const inTime = new AbortController();
    await Promise.race([finished, sleep(graceMs, undefined, { signal: inTime.signal }).catch(() => {})]);
    inTime.abort();
    const unfinished = this.leases;
    this.callOff(new Set(unfinished));
    await finished;
    return unfinished;
  }
}
