import type { MovementOutcome, MovementRefusal } from "../../connectors/contract.ts";
import type { IdPrefix } from "../../kernel/id.ts";
import type { Mode } from "../../kernel/mode.ts";
import { isUnderWay, type MovementKind, type MovementStatus } from "./state.ts";

/**
 * One request to a PSP that moves money of a charge: a capture, a void or a refund of an approved one, or a call-off of one
 * that waits for its customer. The amount is in minor units; a void's is what it releases, a call-off's what it would release
 * if the charge were approved by the time that the PSP executes it.
 */
export type Movement = {
  readonly tenantId: number;
  readonly id: string;
  /** The idempotency key under which the PSP knows it, as psp-keys.ts derives it from what was asked for. */
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
  /**
   * No part of the payment's amounts: it returns or releases money that came too late, or was too much. Also of a call-off,
   * unless it has released an authorization that was approved.
   */
  readonly late: boolean;
  /** A merchant's reason for a refund; `lapsed` or `requested` of a void. */
  readonly reason: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly origin: MovementOrigin;
  readonly failureReason: string | null;
  readonly pspReference: string | null;
  readonly clockId: string | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
  /** How often the PSP has been asked what became of it. */
  readonly checks: number;
};

/** Where a movement was asked for: of Kassa, by its API or by itself, or at the PSP's own dashboard. */
export const movementOrigins = ["kassa", "psp"] as const;
export type MovementOrigin = (typeof movementOrigins)[number];

/** Why a movement failed that the PSP didn't refuse by itself. */
export type MovementDrop =
  /** It is a call-off that the PSP hadn't heard of by when its attempt was decided in another way. */
  | "attempt_decided"
  /**
   * The PSP had done another request under its key, which a restored backup has forgotten: of another amount or charge. The PSP's
   * list has that one's details.
   */
  | "idempotency_key_reused";

export type MovementFailure = MovementRefusal | MovementDrop;

/** What became of a movement. */
export type MovementResult =
  | Exclude<MovementOutcome, { kind: "succeeded" }>
  | (Extract<MovementOutcome, { kind: "succeeded" }> & {
      /** What the PSP has captured of the charge in all, in minor units, where it was asked after the movement. */
      readonly chargeCaptured?: number;
    })
  | { readonly kind: "refused"; readonly reason: MovementDrop };

/** Whether the PSP has said nothing of a movement yet, so that another one under its key isn't this one. */
export const mayBeDropped = ({ status, origin }: Pick<Movement, "status" | "origin">): boolean =>
  origin === "kassa" && (status === "started" || status === "unknown");

export const movementPrefixes = ["cap", "vd", "re", "co"] as const satisfies readonly IdPrefix[];

/** What is decided of a movement before there is one. */
export type MovementPlan = Pick<
  Movement,
  "kind" | "attemptId" | "amount" | "final" | "late" | "reason" | "metadata"
> & {
  /** Unsaid: numbered among the payment's movements that are alike. */
  readonly pspKey?: string;
  /** Unsaid: `kassa`. */
  readonly origin?: MovementOrigin;
};

/** Movements with equal terms can't be told apart by the PSP: one may be a repeat of the other. */
export type MovementTerms = Pick<Movement, "attemptId" | "kind" | "amount" | "final">;

/** The statuses in the API, which doesn't tell whether the PSP has answered yet. */
export const shownMovementStatuses = ["pending", "succeeded", "failed"] as const;
export type ShownMovementStatus = (typeof shownMovementStatuses)[number];

export function shownMovementStatus(status: MovementStatus): ShownMovementStatus {
  return isUnderWay(status) ? "pending" : status;
}
