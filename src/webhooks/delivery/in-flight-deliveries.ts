import { setTimeout as sleep } from "node:timers/promises";
import type { Lease } from "./queries.ts";

type Attempt = {
  readonly lease: Lease;
  readonly calledOff: AbortController;
  readonly done: Promise<void>;
  /** When the lease was asked for or renewed last, by `performance.now()`. */
  heldSinceMs: number;
  overdue: NodeJS.Timeout;
};

/** The attempts that this process is making. One whose lease isn't renewed in time is called off before the lease ends. */
export class InFlightDeliveries {
  // Not by id: an attempt whose lease was lost may still be running when this process leases the same delivery again.
  readonly #attempts = new Set<Attempt>();
  readonly #holdMs: number;

  /** @param holdMs for how long an attempt may go on after its lease was asked for; shorter than the lease. */
  constructor(holdMs: number) {
    this.#holdMs = holdMs;
  }

  get size(): number {
    return this.#attempts.size;
  }

  get leases(): Lease[] {
    return [...this.#attempts].map(({ lease }) => lease);
  }

  /** The leases that were asked for or renewed before a time. */
  heldSinceBefore(ms: number): Lease[] {
    return [...this.#attempts].filter(({ heldSinceMs }) => heldSinceMs < ms).map(({ lease }) => lease);
  }

  /** Runs an attempt, which never rejects and watches the signal, on a lease that was asked for at a time. */
  begin(lease: Lease, askedAtMs: number, run: (signal: AbortSignal) => Promise<void>): void {
    const calledOff = new AbortController();
    const done = run(calledOff.signal).then(() => {
      clearTimeout(attempt.overdue);
      this.#attempts.delete(attempt);
    });
    const overdue = this.#callOffLater(calledOff, askedAtMs);
    const attempt: Attempt = { lease, calledOff, done, heldSinceMs: askedAtMs, overdue };
    this.#attempts.add(attempt);
  }

  /** Notes that those leases last longer, counted from when that was asked for. */
  renewed(leases: ReadonlySet<Lease>, askedAtMs: number): void {
    for (const attempt of this.#attempts) {
      if (!leases.has(attempt.lease)) continue;
      clearTimeout(attempt.overdue);
      attempt.overdue = this.#callOffLater(attempt.calledOff, askedAtMs);
      attempt.heldSinceMs = askedAtMs;
    }
  }

  #callOffLater(calledOff: AbortController, askedAtMs: number): NodeJS.Timeout {
    return setTimeout(() => calledOff.abort(), askedAtMs + this.#holdMs - performance.now());
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
