import { networkOf } from "../tenants/networks.ts";

/**
 * What an address may get wrong: a hundred at once, five a second in the long run. Enough for a shop that forgot to
 * change its key and for somebody with a dead link; of no use for guessing.
 */
const burst = 100;
const perSecond = 5;

const addressesAtMost = 50_000;

type Bucket = { tokens: number; atMs: number };

/**
 * Counts what each address (an IPv4 address, an IPv6 /64) got wrong: keys that don't exist, ids of pages that don't
 * exist. Once it is too much, what can't be answered from memory isn't looked up for that address. Each process counts
 * for itself.
 */
export class FailureLimits {
  readonly #buckets = new Map<string, Bucket>();

  /** Whether an address got too much wrong lately. `now`: a reading of the steady clock in milliseconds, as in `note`. */
  isSpent(address: string, now = performance.now()): boolean {
    const bucket = this.#buckets.get(networkOf(address));
    return bucket !== undefined && refilled(bucket, now) < 1;
  }

  /** Counts one failure. */
  note(address: string, now = performance.now()): void {
    const network = networkOf(address);
    const bucket = this.#buckets.get(network);
    const tokens = bucket ? refilled(bucket, now) : burst;
    // Those who failed last stand last, so that the oldest are forgotten first.
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
