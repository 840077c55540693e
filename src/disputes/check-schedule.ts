const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/**
 * How long to wait before a PSP is asked (again) how a dispute stands, by how often it was asked since the last change.
 * Disputes take weeks, and notifications tell of changes: this is for those that get lost.
 */
const waitsOfDisputes = [minuteMs, 10 * minuteMs, hourMs, 6 * hourMs, 24 * hourMs] as const;

/** The same for a report whose answer was no answer, or came before we knew of the charge. */
const waitsOfReports = [
  secondMs,
  2 * secondMs,
  5 * secondMs,
  30 * secondMs,
  minuteMs,
  10 * minuteMs,
  hourMs,
] as const;

/** The same for evidence or an acceptance that had no answer: a merchant waits to know, and deadlines pass. */
const waitsOfActions = [2 * secondMs, 5 * secondMs, 30 * secondMs, minuteMs, 10 * minuteMs] as const;

const last = (waits: readonly number[], checks: number): number =>
  waits[Math.min(checks, waits.length - 1)] ?? hourMs;

export const disputeWaitMs = (checks: number): number => last(waitsOfDisputes, checks);
export const reportWaitMs = (checks: number): number => last(waitsOfReports, checks);
export const actionWaitMs = (checks: number): number => last(waitsOfActions, checks);
