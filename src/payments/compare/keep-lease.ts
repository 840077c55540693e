import type { Clock } from "../../kernel/clock.ts";
import { crashPoint } from "../../kernel/crash-point.ts";

/**
 * Keeps a lease during long work: renews it whenever a third of its time has passed. A comparison of many charges takes longer
 * than any lease; without renewal, other processes would start it again and again.
 *
 * @param renew returns false if the lease was lost
 * @returns a function to call between two steps of the work; false if the lease was lost
 */
export function keepLease(
  clock: Clock,
  leaseMs: number,
  renew: () => Promise<boolean>,
): () => Promise<boolean> {
  let renewedMs = clock.nowMs();
  return async () => {
    if (clock.nowMs() - renewedMs < leaseMs / 3) return true;
    renewedMs = clock.nowMs();
    const isKept = await renew();
    crashPoint("compare:listing");
    return isKept;
  };
}
