import { unreachable } from "../kernel/assert.ts";
import { type Charge, capturable, refundable } from "./charge.ts";
import type { Refusal } from "./errors.ts";
import type { MovementKind } from "./movement.ts";
import { behaviourOf } from "./test-outcomes.ts";

export type MoveRequest = {
  readonly kind: MovementKind;
  /** Null for a void, which names neither amount nor currency. */
  readonly amount: number | null;
  readonly currency: string | null;
};

/** Why the PSP refuses a movement in the charge's current state; null if it is allowed. */
export function findRefusal(charge: Charge, request: MoveRequest, now: Date): Refusal | null {
  if (request.kind === "void" && waitsForCustomer(charge)) return null;
  if (charge.status === "voided") return "charge_voided";
  if (charge.status !== "approved") return "charge_not_approved";
  if (request.kind !== "void" && request.currency !== charge.currency) return "currency_mismatch";
  switch (request.kind) {
    case "void":
      return findReleaseRefusal(charge);
    case "capture":
      return findCaptureRefusal(charge, request.amount ?? 0, now);
    case "refund":
      return findRefundRefusal(charge, request.amount ?? 0);
    default:
      return unreachable(request.kind);
  }
}

/** Whether a void can still abandon the charge: the customer hasn't authenticated or hasn't sent the money. */
export function waitsForCustomer(charge: Pick<Charge, "status" | "method">): boolean {
  return (
    charge.status === "action_required" || (charge.status === "pending" && charge.method === "bank_transfer")
  );
}

/** Why nothing is left to capture or void; null when something is. */
function findReleaseRefusal(charge: Charge): Refusal | null {
  if (capturable(charge) > 0) return null;
  if (charge.releasedBy === "lapse") return "authorization_lapsed";
  return charge.releasedBy === "void" ? "charge_voided" : "charge_captured";
}

function findCaptureRefusal(charge: Charge, amount: number, now: Date): Refusal | null {
  const released = findReleaseRefusal(charge);
  if (released !== null) return released;
  // The authorization lapses at this time, even if the lapse isn't recorded yet.
  if (charge.captureBefore !== null && charge.captureBefore <= now) return "authorization_lapsed";
  return amount > capturable(charge) ? "amount_exceeds_authorized" : null;
}

function findRefundRefusal(charge: Charge, amount: number): Refusal | null {
  const { refund } = behaviourOf(charge.outcome);
  if (amount <= refundable(charge)) return refund?.first === "refused" ? refund.reason : null;
  const disputed = amount <= refundable(charge) + charge.amountDisputed;
  return disputed ? "charge_disputed" : "amount_exceeds_captured";
}
