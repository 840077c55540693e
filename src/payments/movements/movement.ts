import type { IdPrefix } from "../../kernel/id.ts";
import type { Mode } from "../../kernel/mode.ts";
import type { MovementKind, MovementStatus } from "./state.ts";

/**
 * One request to a PSP that moves money of an approved charge: a capture, a void or a refund. The amount is in minor
 * units; a void's is what it releases.
 */
export type Movement = {
  readonly tenantId: number;
  readonly id: string;
  /** The idempotency key under which the PSP knows it: its id, or of a return what `returnKey` makes of the attempt's. */
  readonly pspKey: string;
  readonly mode: Mode;
  readonly paymentId: string;
  readonly attemptId: string;
  readonly kind: MovementKind;
  readonly status: MovementStatus;
  readonly amount: number;
  readonly currency: string;
  /** Of a capture: nothing is captured after it, what is left is released. */
  readonly final: boolean;
  /** It returns or releases money that came too late, or was too much: no part of the payment's amounts. */
  readonly late: boolean;
  /** A merchant's reason for a refund; `lapsed` or `requested` of a void. */
  readonly reason: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly failureReason: string | null;
  readonly pspReference: string | null;
  readonly clockId: string | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
  /** How often the PSP has been asked what became of it. */
  readonly checks: number;
};

export const movementPrefixes = ["cap", "vd", "re"] as const satisfies readonly IdPrefix[];

/** What is decided of a movement before there is one. */
export type MovementPlan = Pick<
  Movement,
  "kind" | "attemptId" | "amount" | "final" | "late" | "reason" | "metadata"
> & {
  /** Unsaid: its id. */
  readonly pspKey?: string;
};
