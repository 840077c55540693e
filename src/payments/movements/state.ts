import type { MovementOutcome } from "../../connectors/contract.ts";

/**
 * The state tables of movements, without any input or output: what a capture, void, refund or call-off becomes when the PSP says
 * something. Property tests run over all of it; the diagrams in docs/payments.md are drawn from it.
 */
export const movementKinds = ["capture", "void", "refund", "call_off"] as const;
export type MovementKind = (typeof movementKinds)[number];

export const movementStatuses = ["started", "unknown", "pending", "succeeded", "failed"] as const;
export type MovementStatus = (typeof movementStatuses)[number];

export const movementOutcomes = [
  "succeeded",
  "pending",
  "refused",
  "unknown",
] as const satisfies readonly MovementOutcome["kind"][];
export type MovementOutcomeKind = MovementOutcome["kind"];

/**
 * What follows: a new status, nothing new, or nothing because it can't be true beside what was said before. The last is
 * for a person to look at.
 */
export type MovementStep = MovementStatus | "no_change" | "contradiction";

type Row = Readonly<Record<MovementOutcomeKind, MovementStep>>;

const underWay: Pick<Readonly<Record<MovementStatus, Row>>, "started" | "unknown" | "pending"> = {
  started: { succeeded: "succeeded", pending: "pending", refused: "failed", unknown: "unknown" },
  unknown: { succeeded: "succeeded", pending: "pending", refused: "failed", unknown: "no_change" },
  pending: { succeeded: "succeeded", pending: "no_change", refused: "failed", unknown: "no_change" },
};
const failedRow: Row = {
  succeeded: "contradiction",
  pending: "contradiction",
  refused: "no_change",
  unknown: "no_change",
};
/** A capture or void that was done stays done. */
const doneRow: Row = {
  succeeded: "no_change",
  pending: "no_change",
  refused: "contradiction",
  unknown: "no_change",
};

/**
 * Rows: where the movement is. Columns: what the PSP says. Only a refund can still fail once it has succeeded, and only a
 * call-off can still succeed once it has failed.
 */
const steps: Readonly<Record<MovementKind, Readonly<Record<MovementStatus, Row>>>> = {
  capture: { ...underWay, succeeded: doneRow, failed: failedRow },
  void: { ...underWay, succeeded: doneRow, failed: failedRow },
  // The customer's bank sends it back, days later.
  refund: { ...underWay, succeeded: { ...doneRow, refused: "failed" }, failed: failedRow },
  // It failed because the PSP hadn't heard of it when the attempt was approved; the call arrived later all the same.
  call_off: { ...underWay, succeeded: doneRow, failed: { ...failedRow, succeeded: "succeeded" } },
};

/** What an outcome makes of a movement. */
export function movementStep(
  kind: MovementKind,
  from: MovementStatus,
  outcome: MovementOutcomeKind,
): MovementStep {
  return steps[kind][from][outcome];
}

/** How movements stand for those who wait for their money: whether the PSP has answered yet is all the same. */
export const shownMovementStatuses = ["pending", "succeeded", "failed"] as const;
export type ShownMovementStatus = (typeof shownMovementStatuses)[number];

export function shownMovementStatus(status: MovementStatus): ShownMovementStatus {
  return isUnderWay(status) ? "pending" : status;
}

/** Whether the PSP has yet to say what became of it. */
export function isUnderWay(status: MovementStatus): status is "started" | "unknown" | "pending" {
  return status === "started" || status === "unknown" || status === "pending";
}
