import { setTimeout as sleep } from "node:timers/promises";

/**
 * Retries while the response is 503, as a browser or merchant would: on a busy machine a request may be refused at
 * first.
 */
export async function fetchWithRetry(address: string, init?: RequestInit): Promise<Response> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const response = await fetch(address, init);
    if (response.status !== 503 || performance.now() > deadline) return response;
    await response.text();
    await sleep(200);
  }
}
