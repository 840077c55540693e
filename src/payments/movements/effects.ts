import type { EventType } from "../../events/event-types.ts";
import { unreachable } from "../../kernel/assert.ts";
import type { PostingName, ReversalKind } from "../../ledger/postings.ts";
import type { Payment } from "../payment.ts";
import { amountCapturable } from "../state.ts";
import type { Movement } from "./movement.ts";
import type { MovementStatus } from "./state.ts";

/** The amounts of a payment that movements change. Minor units. */
export type Amounts = Pick<
  Payment,
  | "amountAuthorized"
  | "amountCaptured"
  | "amountCapturePending"
  | "amountReleased"
  | "amountRefunded"
  | "amountRefundPending"
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

type Moving = Pick<Movement, "kind" | "amount" | "final" | "late" | "reason"> & {
  /** Of a final capture: what the PSP has released, which is less than all that is left where more was captured there. */
  readonly released?: number;
};

const nothing: Effects = { amounts: {}, bookings: [], events: [] };

/** What follows from the intent, before the PSP is asked. */
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

/** What follows when a movement goes from one status to another. */
export function effectsOfStep(
  payment: Amounts,
  movement: Moving,
  from: MovementStatus,
  to: MovementStatus,
): Effects {
  if (to !== "succeeded" && to !== "failed") return nothing;
  switch (movement.kind) {
    case "capture":
      return to === "succeeded" ? captured(payment, movement) : captureFailed(payment, movement);
    case "void":
    case "call_off":
      if (movement.late) return nothing;
      return to === "succeeded" ? released(payment, movement) : voidFailed(movement);
    case "refund":
      if (movement.late) return lateRefundDecided(payment, movement, from, to);
      return to === "succeeded" ? refunded(payment, movement) : refundFailed(payment, movement, from);
    default:
      return unreachable(movement.kind);
  }
}

function captured(payment: Amounts, { amount, final, released }: Moving): Effects {
  const amountCaptured = payment.amountCaptured + amount;
  const left = payment.amountAuthorized - amountCaptured - payment.amountReleased;
  const rest = final ? (released ?? left) : 0;
  return {
    amounts: {
      amountCapturePending: payment.amountCapturePending - amount,
      amountCaptured,
      amountReleased: payment.amountReleased + rest,
    },
    bookings: [
      { post: "captured", amount },
      ...(rest > 0 ? [{ post: "released", amount: rest } as const] : []),
    ],
    events: ["payment.captured"],
  };
}

function captureFailed(payment: Amounts, { amount }: Moving): Effects {
  return {
    amounts: { amountCapturePending: payment.amountCapturePending - amount },
    bookings: [],
    events: ["payment.capture_failed"],
  };
}

/** What Kassa asks for by itself, when the time is up, it asks for again. */
function voidFailed({ reason }: Moving): Effects {
  return reason === "requested" ? { ...nothing, events: ["payment.void_failed"] } : nothing;
}

/** The event tells that nothing is left. Where less was released, `payment.captured` follows once that is learned. */
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

function refundFailed(payment: Amounts, { amount }: Moving, from: MovementStatus): Effects {
  if (from === "succeeded") {
    return {
      amounts: { amountRefunded: payment.amountRefunded - amount },
      bookings: [{ reverse: "refund_returned" }, { reverse: "refund_failed" }],
      events: ["refund.failed"],
    };
  }
  return {
    amounts: { amountRefundPending: payment.amountRefundPending - amount },
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
