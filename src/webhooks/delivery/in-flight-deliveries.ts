import { setTimeout as sleep } from "node:timers/promises";
import type { Lease } from "./queries.ts";

type Attempt = {
  readonly lease: Lease;
  readonly controller: AbortController;
  readonly done: Promise<void>;
  /** When the lease was last requested or renewed, by `performance.now()`. */
  renewedAtMs: number;
  /** Aborts the attempt unless the lease is renewed. */
  timeout: NodeJS.Timeout;
};

/** The attempts in flight in this process. An attempt whose lease isn't renewed in time is aborted before the lease ends. */
export class InFlightDeliveries {
  // Not keyed by id: an attempt whose lease was lost may still run when this process leases the same delivery again.
  readonly #attempts = new Set<Attempt>();
  readonly #holdMs: number;

  /** @param holdMs how long an attempt may run after its lease was requested or renewed; shorter than the lease */
  constructor(holdMs: number) {
    this.#holdMs = holdMs;
  }

  get size(): number {
    return this.#attempts.size;
  }

  get leases(): Lease[] {
    return [...this.#attempts].map(({ lease }) => lease);
  }

  /** The leases that were last requested or renewed before a time. */
  renewedBefore(ms: number): Lease[] {
    return [...this.#attempts].filter(({ renewedAtMs }) => renewedAtMs < ms).map(({ lease }) => lease);
  }

  /**
   * Runs an attempt under a lease.
   *
   * @param run never rejects, and ends soon after its signal is aborted
   */
  begin(lease: Lease, requestedAtMs: number, run: (signal: AbortSignal) => Promise<void>): void {
    const controller = new AbortController();
    const done = run(controller.signal).then(() => {
      clearTimeout(attempt.timeout);
      this.#attempts.delete(attempt);
    });
    const timeout = this.#abortLater(controller, requestedAtMs);
    const attempt: Attempt = { lease, controller, done, renewedAtMs: requestedAtMs, timeout };
    this.#attempts.add(attempt);
  }

  /** Extends the deadlines of attempts whose leases were renewed, counted from when the renewal was requested. */
  extend(leases: ReadonlySet<Lease>, requestedAtMs: number): void {
    for (const attempt of this.#attempts) {
      if (!leases.has(attempt.lease)) continue;
      clearTimeout(attempt.timeout);
      attempt.timeout = this.#abortLater(attempt.controller, requestedAtMs);
      attempt.renewedAtMs = requestedAtMs;
    }
  }

  #abortLater(controller: AbortController, requestedAtMs: number): NodeJS.Timeout {
    return setTimeout(() => controller.abort(), requestedAtMs + this.#holdMs - performance.now());
  }

  /** Aborts the attempts under these leases. */
  abort(leases: ReadonlySet<Lease>): void {
    for (const { lease, controller } of this.#attempts) if (leases.has(lease)) controller.abort();
  }

  /** Waits up to `graceMs` for the attempts to finish, then aborts the rest. Returns the leases of the aborted ones once all have ended. */
  async end(graceMs: number): Promise<Lease[]> {
    const finished = Promise.all([...this.#attempts].map(({ done }) => done));
    const inTime = new AbortController();
    await Promise.race([finished, sleep(graceMs, undefined, { signal: inTime.signal }).catch(() => {})]);
    inTime.abort();
    const unfinished = this.leases;
    this.abort(new Set(unfinished));
    await finished;
    return unfinished;
  }
}
