import { setTimeout as sleep } from "node:timers/promises";

/**
 * Tries something that somebody else is at until it is one's turn, for some seconds. False when it never was.
 *
 * @param attempt answers false while somebody else is at it
 */
export async function retryUntil(
  attempt: () => Promise<boolean>,
  { forMs = 5_000, everyMs = 25 }: { readonly forMs?: number; readonly everyMs?: number } = {},
): Promise<boolean> {
  const until = performance.now() + forMs;
  while (!(await attempt())) {
    if (performance.now() >= until) return false;
    await sleep(everyMs);
  }
  return true;
}
