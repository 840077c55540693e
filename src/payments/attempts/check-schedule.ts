import type { AttemptStatus } from "../state.ts";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The waits before each check of an attempt at the PSP; the last one repeats. */
const waits: Readonly<Record<"unknown" | "action_required" | "pending" | "needs_review", readonly number[]>> =
  {
    // A person is waiting in front of the page.
    unknown: [
      2 * secondMs,
      3 * secondMs,
      5 * secondMs,
      10 * secondMs,
      30 * secondMs,
      minuteMs,
      5 * minuteMs,
      hourMs,
    ],
    // The customer is at their bank; usually their return or a notification comes before the first check.
    action_required: [minuteMs, 5 * minuteMs, 15 * minuteMs],
    // The merchant decides, in Kassa or at the PSP's dashboard.
    needs_review: [hourMs],
    // The bank takes hours or days, and a notification reports the end.
    pending: [30 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs],
  };

/** The wait between checks when a notification names something decided and the PSP doesn't answer. */
export const unansweredCheckMs = 5 * minuteMs;

/** How long a customer may take for an action such as 3-D Secure before the attempt is called off. */
export const actionTimeoutMs = 20 * minuteMs;

/** How long a customer may take for a bank transfer before the attempt is called off, if the instructions name no time. */
export const transferTimeoutMs = 14 * dayMs;

/** Milliseconds until the next check, or null when the status needs none. */
export function nextCheckMs(status: AttemptStatus, checks: number): number | null {
  if (status === "approved" || status === "declined" || status === "late" || status === "failed") return null;
  const schedule = waits[status === "started" ? "unknown" : status];
  return schedule[Math.min(checks, schedule.length - 1)] ?? hourMs;
}
