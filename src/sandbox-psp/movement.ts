import type { Refusal } from "./errors.ts";

export type MovementKind = "capture" | "void" | "refund";

/** The stored answer to a capture, void or refund. Amounts are minor units. */
export type Movement = {
  readonly id: string;
  readonly account: string;
  readonly idempotencyKey: string;
  /** The merchant's own id of the movement; null if it sent none. */
  readonly merchantReference: string | null;
  readonly charge: string;
  readonly kind: MovementKind;
  /** For a void, the released amount; null if the charge wasn't approved yet. */
  readonly amount: number | null;
  readonly currency: string | null;
  readonly final: boolean;
  /** True for a refund that hasn't arrived yet. */
  readonly pending: boolean;
  readonly refusal: Refusal | null;
  /** When a refund succeeds, fails or comes back, or a capture fails or succeeds after all. */
  readonly dueAt: Date | null;
  readonly clock: string | null;
};

/** A movement as the API and notifications represent it. */
export function toApiMovement(movement: Movement) {
  return {
    object: "movement",
    id: movement.id,
    mode: "sandbox",
    account: movement.account,
    idempotencyKey: movement.idempotencyKey,
    merchantReference: movement.merchantReference,
    charge: movement.charge,
    kind: movement.kind,
    amount: movement.amount,
    currency: movement.currency,
    final: movement.final,
    status: statusOf(movement),
    refusal: movement.refusal,
  };
}

function statusOf(movement: Movement): "pending" | "succeeded" | "refused" {
  if (movement.pending) return "pending";
  return movement.refusal === null ? "succeeded" : "refused";
}
