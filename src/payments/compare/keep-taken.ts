import type { Clock } from "../../kernel/clock.ts";
import { crashPoint } from "../../kernel/crash-point.ts";

/**
 * Keeps something that was taken for a while, for as long as work on it goes on: renews it whenever a third of the time has
 * passed. A comparison of many charges takes longer than any lease, and would be begun anew by others for ever.
 *
 * @param renew false when it was lost
 * @returns asked between two steps of the work: false when it was lost
 */
export function keepTaken(
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
