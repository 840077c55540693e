import { nextCheckMs } from "../attempts/check-schedule.ts";
import { isUnderWay, type MovementKind, type MovementStatus } from "./state.ts";

const dayMs = 24 * 60 * 60_000;

/** A bank may send a refund back within days, and the PSP's notification of that may get lost. */
const afterRefund: readonly number[] = [dayMs, 3 * dayMs, 7 * dayMs];

/** Milliseconds until the next check of a movement at the PSP, or null when its status is final. */
export function movementCheckMs(kind: MovementKind, status: MovementStatus, checks: number): number | null {
  if (isUnderWay(status)) return nextCheckMs(status === "pending" ? "pending" : "unknown", checks);
  if (kind === "refund" && status === "succeeded") return afterRefund[checks] ?? null;
  return null;
}
