import { networkOf } from "../tenants/networks.ts";

/**
 * Failures allowed for an address: 100 at once, 5 a second in the long run. Enough for a shop with an old key or a customer
 * with a dead link; useless for guessing.
 */
const burst = 100;
const perSecond = 5;

const addressesAtMost = 50_000;

type Bucket = { tokens: number; atMs: number };

/**
 * Counts the failures of each IPv4 address or IPv6 /64: unknown keys and unknown ids of pages. An address with too many
 * gets no more database look-ups. Each process counts for itself.
 */
export class FailureLimits {
  readonly #buckets = new Map<string, Bucket>();

  /** Whether an address has too many recent failures. `now`: monotonic time in milliseconds, as in `note`. */
  isSpent(address: string, now = performance.now()): boolean {
    const bucket = this.#buckets.get(networkOf(address));
    return bucket !== undefined && refilled(bucket, now) < 1;
  }

  /** Counts one failure. */
  note(address: string, now = performance.now()): void {
    const network = networkOf(address);
    const bucket = this.#buckets.get(network);
    const tokens = bucket ? refilled(bucket, now) : burst;
    // Moved to the end, so that the addresses with the oldest failures are dropped first.
    this.#buckets.delete(network);
    this.#buckets.set(network, { tokens: Math.max(0, tokens - 1), atMs: now });
    if (this.#buckets.size <= addressesAtMost) return;
    for (const oldest of this.#buckets.keys()) {
      this.#buckets.delete(oldest);
      return;
    }
  }
}

const refilled = ({ tokens, atMs }: Bucket, now: number): number =>
  Math.min(burst, tokens + ((now - atMs) / 1_000) * perSecond);
