import type { MovementOutcome } from "../../connectors/contract.ts";
import type { EventType } from "../../events/event-types.ts";
import { unreachable } from "../../kernel/assert.ts";
import type { PostingName, ReversalKind } from "../../ledger/postings.ts";
import type { Payment } from "../payment.ts";
import { amountCapturable } from "../state.ts";

/**
 * The state tables of movements, pure: the next status of a capture, void, refund or call-off for each outcome from the PSP, and
 * what follows for the payment's amounts, the ledger and the events. Property tests cover all of it; the diagrams in
 * docs/reference/payment-processing.md are drawn from it.
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
 * The next status; `no_change`; or `contradiction` if the outcome can't be true together with an earlier one. A contradiction
 * changes nothing and is logged for a person to look at.
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
/** A void that has succeeded stays so. */
const doneRow: Row = {
  succeeded: "no_change",
  pending: "no_change",
  refused: "contradiction",
  unknown: "no_change",
};
const changeable: Readonly<Record<MovementStatus, Row>> = {
  ...underWay,
  succeeded: { ...doneRow, refused: "failed" },
  failed: { ...failedRow, succeeded: "succeeded" },
};

/**
 * Rows: the movement's status. Columns: the PSP's outcome. A capture or refund can still fail after it has succeeded, and succeed
 * after it has failed, as often as the PSP changes its decision. A call-off can still succeed after it has failed.
 */
const steps: Readonly<Record<MovementKind, Readonly<Record<MovementStatus, Row>>>> = {
  // The card's scheme may reject it days later, and accept it when the PSP repeats it.
  capture: changeable,
  void: { ...underWay, succeeded: doneRow, failed: failedRow },
  // The customer's bank may send the money back days later, or take it after all.
  refund: changeable,
  // It fails if the PSP doesn't know it when the attempt is approved; its call may still arrive later.
  call_off: { ...underWay, succeeded: doneRow, failed: { ...failedRow, succeeded: "succeeded" } },
};

/** The step of a movement for an outcome. */
export function movementStep(
  kind: MovementKind,
  from: MovementStatus,
  outcome: MovementOutcomeKind,
): MovementStep {
  return steps[kind][from][outcome];
}

/** Whether the PSP may change its decision about a movement of this kind after it has decided it. */
export function isChangeable(kind: MovementKind): boolean {
  return kind === "capture" || kind === "refund";
}

/** Whether the PSP hasn't decided it yet. */
export function isUnderWay(status: MovementStatus): status is "started" | "unknown" | "pending" {
  return status === "started" || status === "unknown" || status === "pending";
}

/** Whether the PSP hasn't answered at all: not even that it will take a while. */
export function isUnanswered(status: MovementStatus): boolean {
  return status === "started" || status === "unknown";
}

/** The amounts of a payment that movements change, and what the bounds of these depend on. Minor units. */
export type Amounts = Pick<
  Payment,
  | "amountAuthorized"
  | "amountCaptured"
  | "amountOverCaptured"
  | "amountCapturePending"
  | "amountReleased"
  | "amountRefunded"
  | "amountRefundPending"
  | "amountOverRefunded"
  | "amountDisputed"
  | "amountOverDisputed"
  | "amountLate"
  | "amountLateReturned"
>;

export type Booking =
  | { readonly post: PostingName; readonly amount: number }
  | { readonly reverse: ReversalKind };

/** Everything that follows from one step of a movement, to be committed with it. */
export type Effects = {
  readonly amounts: Partial<Amounts>;
  readonly bookings: readonly Booking[];
  readonly events: readonly EventType[];
};

/** The properties of a movement, see movement.ts, that its effects depend on. */
type Moving = {
  readonly kind: MovementKind;
  readonly amount: number;
  readonly final: boolean;
  readonly late: boolean;
  readonly reason: string | null;
  /** Of a final capture: how much the PSP has released. Less than all that is left if more was captured at the PSP. */
  readonly released?: number;
};

const nothing: Effects = { amounts: {}, bookings: [], events: [] };

/** The effects of recording a movement, before the PSP is called. */
export function effectsOfBeginning(payment: Amounts, { kind, amount, late }: Moving): Effects {
  switch (kind) {
    case "capture":
      return { ...nothing, amounts: { amountCapturePending: payment.amountCapturePending + amount } };
    case "void":
    case "call_off":
      return nothing;
    case "refund":
      if (late) return { ...nothing, events: ["refund.created"] };
      return {
        amounts: { amountRefundPending: payment.amountRefundPending + amount },
        bookings: [{ post: "refund_created", amount }],
        events: ["refund.created"],
      };
    default:
      return unreachable(kind);
  }
}

/** The effects of a movement's step from one status to another. */
export function effectsOfStep(
  payment: Amounts,
  movement: Moving,
  from: MovementStatus,
  to: MovementStatus,
): Effects {
  if (to !== "succeeded" && to !== "failed") return nothing;
  switch (movement.kind) {
    case "capture":
      return to === "succeeded" ? captured(payment, movement, from) : captureFailed(payment, movement, from);
    case "void":
    case "call_off":
      if (movement.late) return nothing;
      return to === "succeeded" ? released(payment, movement) : voidFailed(movement);
    case "refund":
      if (movement.late) return lateRefundDecided(payment, movement, from, to);
      if (to === "failed") return refundFailed(payment, movement, from);
      return from === "failed" ? refundedAfterAll(payment, movement) : refunded(payment, movement);
    default:
      return unreachable(movement.kind);
  }
}

/** A capture that succeeds after it has failed may exceed the authorization: its part was captured again or released. */
function captured(payment: Amounts, { amount, final, released }: Moving, from: MovementStatus): Effects {
  const amountCaptured = payment.amountCaptured + amount;
  const left = Math.max(0, payment.amountAuthorized - amountCaptured - payment.amountReleased);
  const rest = final ? (released ?? left) : 0;
  const pending = from === "failed" ? 0 : amount;
  return {
    amounts: withExcess(payment, {
      amountCapturePending: payment.amountCapturePending - pending,
      amountCaptured,
      amountReleased: payment.amountReleased + rest,
    }),
    bookings: [
      { post: "captured", amount },
      ...(rest > 0 ? [{ post: "released", amount: rest } as const] : []),
    ],
    events: ["payment.captured"],
  };
}

/** If it had succeeded, its money never came. What was refunded of it, or taken back by a bank, the merchant owes. */
function captureFailed(payment: Amounts, { amount }: Moving, from: MovementStatus): Effects {
  const hadSucceeded = from === "succeeded";
  return {
    amounts: withExcess(
      payment,
      hadSucceeded
        ? { amountCaptured: payment.amountCaptured - amount }
        : { amountCapturePending: payment.amountCapturePending - amount },
    ),
    bookings: hadSucceeded ? [{ reverse: "capture_failed" }] : [],
    events: ["payment.capture_failed"],
  };
}

/** The changes with the excesses that follow: what captures, refunds and chargebacks exceed their bounds by. */
export function withExcess(payment: Amounts, changed: Partial<Amounts>): Partial<Amounts> {
  const after = { ...payment, ...changed };
  const { amountAuthorized, amountCaptured, amountCapturePending, amountReleased, amountDisputed } = after;
  const over = (sum: number, bound: number): number => Math.max(0, sum - bound);
  return {
    ...changed,
    amountOverCaptured: over(amountCaptured + amountCapturePending + amountReleased, amountAuthorized),
    amountOverRefunded: excessOf(after),
    amountOverDisputed: over(amountDisputed, amountCaptured),
  };
}

/** A void that Kassa makes by itself, after the deadline, is repeated; no event tells of its failure. */
function voidFailed({ reason }: Moving): Effects {
  return reason === "requested" ? { ...nothing, events: ["payment.void_failed"] } : nothing;
}

/** `payment.voided` says that nothing is left. If less was released, a capture at the PSP follows with its own event. */
function released(payment: Amounts, { amount }: Moving): Effects {
  const amountReleased = payment.amountReleased + amount;
  const isOver = amountCapturable({ ...payment, amountReleased }) === 0;
  return {
    amounts: { amountReleased },
    bookings: [{ post: "released", amount }],
    events: isOver ? ["payment.voided"] : [],
  };
}

function refunded(payment: Amounts, { amount }: Moving): Effects {
  return {
    amounts: {
      amountRefundPending: payment.amountRefundPending - amount,
      amountRefunded: payment.amountRefunded + amount,
    },
    bookings: [{ post: "refund_succeeded", amount }],
    events: ["refund.succeeded"],
  };
}

/** The merchant may have refunded the money again, since it had come back. The customer then has it twice. */
function refundedAfterAll(payment: Amounts, { amount }: Moving): Effects {
  const amountRefunded = payment.amountRefunded + amount;
  const excess = excessOf({ ...payment, amountRefunded });
  return {
    amounts: { amountRefunded, amountOverRefunded: Math.max(payment.amountOverRefunded, excess) },
    bookings: [
      { post: "refund_created", amount },
      { post: "refund_succeeded", amount },
    ],
    events: ["refund.succeeded"],
  };
}

const excessOf = ({ amountRefunded, amountRefundPending, amountCaptured }: Amounts): number =>
  Math.max(0, amountRefunded + amountRefundPending - amountCaptured);

function refundFailed(payment: Amounts, { amount }: Moving, from: MovementStatus): Effects {
  if (from === "succeeded") {
    const amountRefunded = payment.amountRefunded - amount;
    const excess = excessOf({ ...payment, amountRefunded });
    return {
      amounts: { amountRefunded, amountOverRefunded: Math.min(payment.amountOverRefunded, excess) },
      bookings: [{ reverse: "refund_returned" }, { reverse: "refund_failed" }],
      events: ["refund.failed"],
    };
  }
  const amountRefundPending = payment.amountRefundPending - amount;
  const excess = excessOf({ ...payment, amountRefundPending });
  return {
    amounts: { amountRefundPending, amountOverRefunded: Math.min(payment.amountOverRefunded, excess) },
    bookings: [{ reverse: "refund_failed" }],
    events: ["refund.failed"],
  };
}

function lateRefundDecided(
  payment: Amounts,
  { amount }: Moving,
  from: MovementStatus,
  to: "succeeded" | "failed",
): Effects {
  if (to === "succeeded") {
    return {
      amounts: { amountLateReturned: payment.amountLateReturned + amount },
      bookings: [{ post: "late_returned", amount }],
      events: ["refund.succeeded"],
    };
  }
  if (from !== "succeeded") return { ...nothing, events: ["refund.failed"] };
  return {
    amounts: { amountLateReturned: payment.amountLateReturned - amount },
    bookings: [{ reverse: "late_refund_returned" }],
    events: ["refund.failed"],
  };
}
