import { KassaConnectionError, type KassaError } from "./errors.ts";

/** Statuses after which Kassa hasn't carried the call out. */
const refusedForNow = [408, 429, 503];
/** Statuses after which Kassa may have carried the call out. 502 and 504 are those of proxies. */
const uncertain = [500, 502, 504];

/**
 * Whether a call may be sent again after a failure. A POST may: with its Idempotency-Key, Kassa carries it out once. A DELETE has no
 * such key: if only its response was lost, the next try would be answered with 404.
 */
export function isRepeatable(method: string, failure: KassaError | KassaConnectionError): boolean {
  const isOnce = method !== "DELETE";
  if (failure instanceof KassaConnectionError) return isOnce;
  const { status, code } = failure;
  return (
    refusedForNow.includes(status) ||
    code === "idempotency_key_in_flight" ||
    (isOnce && uncertain.includes(status))
  );
}

/** Half a second, doubled with each retry up to 8 s, minus a random part of up to a half, so that clients don't retry at the same moment. */
export function backoffMs(retries: number): number {
  return Math.min(500 * 2 ** retries, 8_000) * (1 - Math.random() / 2);
}

/** Retry-After in milliseconds. The header has seconds or, from proxies, a date. */
export function retryAfterMsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}

/** @throws the signal's reason if it is aborted before */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      settle();
    };
    const abort = end(() => reject(signal?.reason));
    const timer = setTimeout(end(resolve), ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort);
  });
}
