const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The waits after the first, second, … failed attempt. Later attempts are made once a day. */
const waitsMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
] as const;

/**
 * How long after its creation a delivery is given up. It is always retried at least once: the first attempt may be late, after an
 * outage or because its clock was advanced by months.
 */
export const giveUpAfterMs = 30 * dayMs;

/** How long an endpoint may fail without a single success before it is paused. */
export const pauseAfterMs = 5 * dayMs;

/** The longest wait that a receiver can ask for. */
const longestRetryAfterMs = dayMs;

/** Waits are up to a tenth longer, so that deliveries that failed together aren't retried together. */
const jitter = 0.1;

export type FailedAttempt = {
  /** Attempts so far, including this one. */
  readonly attempts: number;
  /** Since the delivery was created. */
  readonly ageMs: number;
  /** The receiver's Retry-After. */
  readonly retryAfterMs?: number | undefined;
  /** In [0, 1). */
  readonly random: number;
};

/** Milliseconds until the next attempt; undefined when the delivery is given up. */
export function nextWaitMs(failed: FailedAttempt): number | undefined {
  const scheduledMs = (waitsMs[failed.attempts - 1] ?? dayMs) * (1 + jitter * failed.random);
  const askedForMs = Math.min(failed.retryAfterMs ?? 0, longestRetryAfterMs);
  const waitMs = Math.round(Math.max(scheduledMs, askedForMs));
  const isOver = failed.attempts > 1 && failed.ageMs + waitMs > giveUpAfterMs;
  return isOver ? undefined : waitMs;
}

/** A Retry-After header (seconds or a date) as milliseconds from now; undefined when it is absent or invalid. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * secondMs;
  // Date.parse also accepts texts such as "-5". An HTTP date begins with the name of a day.
  const dateMs = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
