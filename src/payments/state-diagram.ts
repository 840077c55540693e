import type { CaptureMethod, SessionStatus } from "../sessions/session.ts";
import {
  type Amounts,
  effectsOfStep,
  isUnderWay,
  type MovementKind,
  movementOutcomes,
  movementStatuses,
  movementStep,
} from "./movements/state.ts";
import {
  type AttemptStatus,
  attemptStatuses,
  isLive,
  mayTryAgain,
  outcomeKinds,
  type PaymentStatus,
  paymentStatuses,
  sessionPaymentStatus,
  sessionStatus,
  statusOfAmounts,
  statusOfAttempt,
  step,
} from "./state.ts";

// Mermaid state diagrams for docs/reference/payment-processing.md, drawn from the state tables. A test fails when the two differ. Outcomes that change
// nothing have no arrow.

/** The states of an attempt. */
export function attemptDiagram(): string {
  const lines = ["stateDiagram-v2", "  [*] --> started: the customer submits"];
  for (const from of attemptStatuses) {
    for (const to of attemptStatuses) {
      const outcomes = outcomeKinds.filter((outcome) => step(from, outcome) === to);
      if (outcomes.length > 0) lines.push(`  ${from} --> ${to}: ${outcomes.join(", ")}`);
    }
    if (step(from, "approved") === "approved" && from !== "needs_review")
      lines.push(`  ${from} --> needs_review: approved, but not as requested`);
    if (from === "needs_review") lines.push("  needs_review --> late: the merchant returns it");
    if (!isLive(from)) lines.push(`  ${from} --> [*]`);
  }
  return lines.join("\n");
}

/** The states of a payment: its attempts decide them first, then its amounts. */
export function paymentDiagram(): string {
  const labels = new Map<string, Set<string>>();
  const draw = (from: PaymentStatus, to: PaymentStatus, label: string): void => {
    const edge = `${from} --> ${to}`;
    if (from !== to) labels.set(edge, (labels.get(edge) ?? new Set()).add(label));
  };
  draw("requires_payment_method", statusOfAttempt("started", true), "the customer submits");
  draw("requires_payment_method", statusOfAttempt("declined", false), "the session expires");
  drawAttempts(draw);
  drawReviews(draw);
  for (const from of ["started", "action_required", "needs_review"] as const)
    draw(statusOfAttempt(from, true), statusOfAttempt("declined", false), "last allowed attempt declined");
  drawMovements(draw);
  const isEnd = (status: PaymentStatus): boolean =>
    ![...labels.keys()].some((edge) => edge.startsWith(`${status} `));
  const ends = paymentStatuses.filter(isEnd);
  drawChangedCaptures(draw);
  drawChangedApprovals(draw);
  const edges = [...labels].map(([edge, names]) => `  ${edge}: ${[...names].join(", ")}`);
  return [
    "stateDiagram-v2",
    "  [*] --> processing: the customer submits",
    ...edges,
    ...ends.map((status) => `  ${status} --> [*]`),
  ].join("\n");
}

type Draw = (from: PaymentStatus, to: PaymentStatus, label: string) => void;

function drawAttempts(draw: Draw): void {
  for (const from of attemptStatuses.filter((status): status is Undecided => isLive(status))) {
    for (const outcome of outcomeKinds) {
      const to = step(from, outcome);
      if (to === "no_change") continue;
      const session = sessionStatus(from, "open");
      for (const capture of captures) {
        draw(statusOfAttempt(from, true), statusAfter(to, capture, session), outcome);
      }
    }
  }
}

/** Approvals that differ from the request, and the merchant's decisions about them. */
function drawReviews(draw: Draw): void {
  const reviewed = statusOfAttempt("needs_review", true);
  for (const from of attemptStatuses.filter((status): status is Undecided => isLive(status))) {
    if (step(from, "approved") === "approved")
      draw(statusOfAttempt(from, true), reviewed, "approved, but not as requested");
  }
  for (const capture of captures)
    draw(reviewed, statusAfter("approved", capture, "complete"), "the merchant accepts it");
  for (const mayFollow of [true, false])
    draw(reviewed, statusOfAttempt("late", mayFollow), "the merchant returns it");
}

type Undecided = Exclude<AttemptStatus, "approved" | "declined" | "late" | "failed">;
const captures: readonly CaptureMethod[] = ["automatic", "manual"];

/** The payment's status after its newest attempt's new status. `session`: the session's status before. */
function statusAfter(attempt: AttemptStatus, capture: CaptureMethod, session: SessionStatus): PaymentStatus {
  if (attempt !== "approved")
    return statusOfAttempt(attempt, mayTryAgain(1, sessionStatus(attempt, session)));
  const amounts = { ...nothing, amountAuthorized: 2, amountCaptured: capture === "automatic" ? 2 : 0 };
  return statusOfAmounts(amounts) ?? "processing";
}

const nothing: Amounts = {
  amountAuthorized: 0,
  amountCaptured: 0,
  amountCapturePending: 0,
  amountReleased: 0,
  amountRefunded: 0,
  amountRefundPending: 0,
  amountOverRefunded: 0,
  amountOverCaptured: 0,
  amountOverDisputed: 0,
  amountDisputed: 0,
  amountLate: 0,
  amountLateReturned: 0,
};

/** The movements of a payment with an amount of 2, of which 0 or 1 is captured. */
function drawMovements(draw: Draw): void {
  for (const amountCaptured of [0, 1]) {
    const left = 2 - amountCaptured;
    const payment = { ...nothing, amountAuthorized: 2, amountCaptured };
    const moves = [
      {
        label: "capture of all",
        movement: { kind: "capture", amount: left, final: true, late: false, reason: null },
      },
      {
        label: "final capture",
        movement: { kind: "capture", amount: 1, final: true, late: false, reason: null },
      },
      {
        label: amountCaptured === 0 ? "void, lapse, call-off" : "void after a capture",
        movement: { kind: "void", amount: left, final: false, late: false, reason: "requested" },
      },
    ] as const;
    for (const { label, movement } of moves) {
      const pending = movement.kind === "capture" ? { amountCapturePending: movement.amount } : {};
      const { amounts } = effectsOfStep({ ...payment, ...pending }, movement, "started", "succeeded");
      const [from, to] = [statusOfAmounts(payment), statusOfAmounts({ ...payment, ...pending, ...amounts })];
      if (from && to) draw(from, to, label);
    }
  }
}

/** A PSP changes its decision about a capture of the whole amount. */
function drawChangedCaptures(draw: Draw): void {
  const capture = { kind: "capture", amount: 2, final: true, late: false, reason: null } as const;
  const authorized = { ...nothing, amountAuthorized: 2 };
  const captured = { ...authorized, amountCaptured: 2 };
  const voided = { ...authorized, amountReleased: 2 };
  const changes = [
    { before: captured, from: "succeeded", to: "failed", label: "the capture fails after all" },
    { before: authorized, from: "failed", to: "succeeded", label: "a failed capture succeeds after all" },
    { before: voided, from: "failed", to: "succeeded", label: "a failed capture succeeds after all" },
  ] as const;
  for (const { before, from, to, label } of changes) {
    const { amounts } = effectsOfStep(before, capture, from, to);
    const [old, next] = [statusOfAmounts(before), statusOfAmounts({ ...before, ...amounts })];
    if (old && next) draw(old, next, label);
  }
}

/** A PSP changes its decision about an attempt that it had captured with the approval. */
function drawChangedApprovals(draw: Draw): void {
  const captured = statusAfter("approved", "automatic", "open");
  const failed = statusAfter(
    step("approved", "failed") === "failed" ? "failed" : "approved",
    "automatic",
    "complete",
  );
  draw(captured, failed, "with automatic capture: the money fails after all");
  draw(failed, captured, "with automatic capture: the money comes after all");
}

/** The states of a refund. */
export const refundDiagram = (): string => movementDiagram("refund", "the merchant requests it");

/** The states of a call-off. */
export const callOffDiagram = (): string =>
  movementDiagram("call_off", "the customer leaves, or the time is over");

function movementDiagram(kind: MovementKind, beginning: string): string {
  const lines = ["stateDiagram-v2", `  [*] --> started: ${beginning}`];
  for (const from of movementStatuses) {
    for (const to of movementStatuses) {
      const outcomes = movementOutcomes.filter((outcome) => movementStep(kind, from, outcome) === to);
      if (outcomes.length > 0) lines.push(`  ${from} --> ${to}: ${outcomes.join(", ")}`);
    }
    if (!isUnderWay(from)) lines.push(`  ${from} --> [*]`);
  }
  return lines.join("\n");
}

/** The states of payment and session for each status of an attempt, as a Markdown table. */
export function derivedStates(): string {
  const head = [
    "| attempt | capture | payment | session | paymentStatus |",
    "| --- | --- | --- | --- | --- |",
  ];
  const shown = attemptStatuses.filter((status) => status !== "late");
  const rows = shown.flatMap((attempt) =>
    captures
      .filter((capture) => attempt !== "failed" || capture === "automatic")
      .map((capture) => {
        const before = attempt === "failed" ? sessionStatus("approved", "open") : "open";
        const payment = statusAfter(attempt, capture, before);
        const session = sessionStatus(attempt, before);
        return `| ${attempt} | ${capture} | ${payment} | ${session} | ${sessionPaymentStatus(payment)} |`;
      }),
  );
  return [...head, ...rows].join("\n");
}
