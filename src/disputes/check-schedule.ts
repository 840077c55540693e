const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/**
 * How long to wait before the next check of a dispute at the PSP, by the number of checks since the last change. Disputes
 * take weeks, and notifications report changes: checks are for notifications that get lost.
 */
const waitsOfDisputes = [minuteMs, 10 * minuteMs, hourMs, 6 * hourMs, 24 * hourMs] as const;

/** The same for a report, if the PSP didn't answer or the charge wasn't known yet. */
const waitsOfReports = [
  secondMs,
  2 * secondMs,
  5 * secondMs,
  30 * secondMs,
  minuteMs,
  10 * minuteMs,
  hourMs,
] as const;

/** The same for evidence or an acceptance without a response. Shorter, because the merchant waits and deadlines pass. */
const waitsOfActions = [2 * secondMs, 5 * secondMs, 30 * secondMs, minuteMs, 10 * minuteMs] as const;

const last = (waits: readonly number[], checks: number): number =>
  waits[Math.min(checks, waits.length - 1)] ?? hourMs;

export const disputeWaitMs = (checks: number): number => last(waitsOfDisputes, checks);
export const reportWaitMs = (checks: number): number => last(waitsOfReports, checks);
export const actionWaitMs = (checks: number): number => last(waitsOfActions, checks);
