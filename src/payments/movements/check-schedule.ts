import { nextCheckMs } from "../attempts/check-schedule.ts";
import { isUnderWay, type MovementKind, type MovementStatus } from "./state.ts";

const dayMs = 24 * 60 * 60_000;

/** Banks send refunds back within days; the PSP's notification of it may have been lost. */
const afterRefund: readonly number[] = [dayMs, 3 * dayMs, 7 * dayMs];

/** Milliseconds until the PSP is asked (again) what became of a movement; null when nothing more can come of it. */
export function movementCheckMs(kind: MovementKind, status: MovementStatus, checks: number): number | null {
  if (isUnderWay(status)) return nextCheckMs(status === "pending" ? "pending" : "unknown", checks);
  if (kind === "refund" && status === "succeeded") return afterRefund[checks] ?? null;
  return null;
}
