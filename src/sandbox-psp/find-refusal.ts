import { unreachable } from "../kernel/assert.ts";
import { type Charge, capturable, refundable } from "./charge.ts";
import type { Refusal } from "./errors.ts";
import type { MovementKind } from "./movement.ts";
import { behaviourOf } from "./test-outcomes.ts";

export type MoveRequest = {
  readonly kind: MovementKind;
  /** A void names neither amount nor currency. */
  readonly amount: number | null;
  readonly currency: string | null;
};

/** Why a charge, as it stands, can't be moved in this way; null when it can. */
export function findRefusal(charge: Charge, request: MoveRequest, now: Date): Refusal | null {
  if (request.kind === "void" && waitsForCustomer(charge)) return null;
  if (charge.status === "voided") return "charge_voided";
  if (charge.status !== "approved") return "charge_not_approved";
  if (request.kind !== "void" && request.currency !== charge.currency) return "currency_mismatch";
  switch (request.kind) {
    case "void":
      return findReleased(charge);
    case "capture":
      return findUncapturable(charge, request.amount ?? 0, now);
    case "refund":
      return findUnrefundable(charge, request.amount ?? 0);
    default:
      return unreachable(request.kind);
  }
}

/** Whether a void can still call a charge off: the customer has not authenticated, or not sent the money. */
export function waitsForCustomer(charge: Pick<Charge, "status" | "method">): boolean {
  return (
    charge.status === "action_required" || (charge.status === "pending" && charge.method === "bank_transfer")
  );
}

/** Why nothing is left of an authorization; null when something is. */
function findReleased(charge: Charge): Refusal | null {
  if (capturable(charge) > 0) return null;
  if (charge.releasedBy === "lapse") return "authorization_lapsed";
  return charge.releasedBy === "void" ? "charge_voided" : "charge_captured";
}

function findUncapturable(charge: Charge, amount: number, now: Date): Refusal | null {
  const released = findReleased(charge);
  if (released !== null) return released;
  // It lapses by this time, whether or not somebody has got round to writing that down.
  if (charge.captureBefore !== null && charge.captureBefore <= now) return "authorization_lapsed";
  return amount > capturable(charge) ? "amount_exceeds_authorized" : null;
}

function findUnrefundable(charge: Charge, amount: number): Refusal | null {
  const { refund } = behaviourOf(charge.outcome);
  if (amount <= refundable(charge)) return refund?.first === "refused" ? refund.reason : null;
  const disputed = amount <= refundable(charge) + charge.amountDisputed;
  return disputed ? "charge_disputed" : "amount_exceeds_captured";
}
