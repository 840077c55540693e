const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The waits after the first, second, … failed attempt; after these, one a day. */
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
 * How long after its beginning a delivery is given up, once it was tried again at least once: one whose first attempt
 * comes late, after an outage or because its clock was advanced by months, is not given up by that.
 */
export const giveUpAfterMs = 30 * dayMs;

/** How long an endpoint may fail without a single success before it is paused. */
export const pauseAfterMs = 5 * dayMs;

/** A receiver can ask for more time, but not for more than this. */
const longestRetryAfterMs = dayMs;

/** Waits are up to a tenth longer, so that what failed together doesn't come back together. */
const jitter = 0.1;

export type FailedAttempt = {
  /** Attempts made so far, this one included. */
  readonly attempts: number;
  /** Since the delivery was made. */
  readonly ageMs: number;
  /** What the receiver asked for. */
  readonly retryAfterMs?: number | undefined;
  /** In [0, 1). */
  readonly random: number;
};

/** Milliseconds until the next attempt, or undefined when 30 days are over. */
export function nextWaitMs(failed: FailedAttempt): number | undefined {
  const scheduledMs = (waitsMs[failed.attempts - 1] ?? dayMs) * (1 + jitter * failed.random);
  const askedForMs = Math.min(failed.retryAfterMs ?? 0, longestRetryAfterMs);
  const waitMs = Math.round(Math.max(scheduledMs, askedForMs));
  const isOver = failed.attempts > 1 && failed.ageMs + waitMs > giveUpAfterMs;
  return isOver ? undefined : waitMs;
}

/** A Retry-After header, in seconds or as a date, as milliseconds from now; undefined when there is none to understand. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * secondMs;
  // Date.parse takes all sorts of texts, "-5" too; a date of HTTP begins with the name of a day.
  const dateMs = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
