import { setTimeout as sleep } from "node:timers/promises";

/**
 * Retries an attempt for some seconds while another process works on the same thing. Returns false if it never succeeded.
 *
 * @param attempt returns false while another process works on it
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
