import type { AttemptStatus } from "../state.ts";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long to wait before the PSP is asked (again) what became of an attempt, by how often it was asked already. */
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
    // The consumer is at their bank; the return and the notification are faster than any schedule.
    action_required: [minuteMs, 5 * minuteMs, 15 * minuteMs],
    // The merchant decides, or somebody at the PSP's dashboard.
    needs_review: [hourMs],
    // Hours or days, and a notification tells of it.
    pending: [30 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs],
  };

/** How long to wait before a PSP that didn't answer is asked again about what is decided, of which it had told something new. */
export const unansweredCheckMs = 5 * minuteMs;

/** How long a consumer may take for an action such as 3-D Secure before it is called off. */
export const actionTimeoutMs = 20 * minuteMs;

/** How long a customer may take to transfer the money before nobody waits for it any more. */
export const transferTimeoutMs = 14 * dayMs;

/** Milliseconds until the next question, or null when the outcome is final. */
export function nextCheckMs(status: AttemptStatus, checks: number): number | null {
  if (status === "approved" || status === "declined" || status === "late") return null;
  const schedule = waits[status === "started" ? "unknown" : status];
  return schedule[Math.min(checks, schedule.length - 1)] ?? hourMs;
}
