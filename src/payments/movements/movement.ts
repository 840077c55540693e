import type { MovementOutcome } from "../../connectors/contract.ts";
import type { MovementRefusal } from "../../connectors/reasons.ts";
import type { IdPrefix } from "../../kernel/id.ts";
import type { Mode } from "../../kernel/mode.ts";
import { isUnderWay, type MovementKind, type MovementStatus } from "./state.ts";

/**
 * One request to a PSP that moves money of a charge: a capture, void or refund of an approved charge, or the call-off of a charge
 * that waits for its customer. Amounts are minor units. A void's amount is what it releases; a call-off's is what it would
 * release if the charge were approved before the PSP executes it.
 */
export type Movement = {
  readonly tenantId: number;
  readonly id: string;
  /** The idempotency key at the PSP, which psp-keys.ts derives from the request. */
  readonly pspKey: string;
  readonly mode: Mode;
  readonly paymentId: string;
  readonly attemptId: string;
  readonly kind: MovementKind;
  readonly status: MovementStatus;
  readonly amount: number;
  readonly currency: string;
  /** Of a capture: it is the last one, and releases what is left. */
  readonly final: boolean;
  /**
   * Whether it isn't part of the payment's amounts: it returns or releases late funds or a surplus. Also true of a call-off,
   * unless it has released an approved authorization.
   */
  readonly late: boolean;
  /** Of a refund: the merchant's reason. Of a void: `lapsed` or `requested`. */
  readonly reason: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly origin: MovementOrigin;
  readonly failureReason: string | null;
  /** Of a capture or refund: how often the PSP has changed its decision after the first decision. Its postings have it as their version. */
  readonly revision: number;
  /** The PSP refuses it until then, and Kassa repeats the call afterwards. Null if the PSP names no such time. */
  readonly delayedUntil: Date | null;
  readonly pspReference: string | null;
  readonly clockId: string | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
  /** How often the PSP has been asked about its current status. */
  readonly checks: number;
};

/** Where a movement was requested: `kassa`, through the API or by Kassa itself; or `psp`, at the PSP's dashboard. */
export const movementOrigins = ["kassa", "psp"] as const;
export type MovementOrigin = (typeof movementOrigins)[number];

/** Why Kassa dropped a movement that the PSP hasn't refused. */
export type MovementDrop =
  /** A call-off that the PSP didn't know when its attempt was decided in another way. */
  | "attempt_decided"
  /**
   * The PSP has made another movement under its key, of another amount or charge, which a restored backup has forgotten. The
   * PSP's list shows that one's details.
   */
  | "idempotency_key_reused";

export type MovementFailure = MovementRefusal | MovementDrop;

/** A movement's outcome: the PSP's, or the reason why Kassa dropped it. */
export type MovementResult =
  | Exclude<MovementOutcome, { kind: "succeeded" }>
  | (Extract<MovementOutcome, { kind: "succeeded" }> & {
      /** How much of the charge the PSP has captured in all, in minor units, if it was asked after the movement. */
      readonly chargeCaptured?: number;
    })
  | { readonly kind: "refused"; readonly reason: MovementDrop };

/** Until when the PSP refuses the movement, if it says so. */
export const delayedUntilOf = (outcome: MovementResult): Date | null =>
  outcome.kind === "unknown" ? (outcome.delayedUntil ?? null) : null;

/** Whether the PSP hasn't confirmed the movement yet, so that another one under its key shows that this one was never made. */
export const mayBeDropped = ({ status, origin }: Pick<Movement, "status" | "origin">): boolean =>
  origin === "kassa" && (status === "started" || status === "unknown");

export const movementPrefixes = ["cap", "vd", "re", "co"] as const satisfies readonly IdPrefix[];

/** A movement to be recorded. */
export type MovementPlan = Pick<
  Movement,
  "kind" | "attemptId" | "amount" | "final" | "late" | "reason" | "metadata"
> & {
  /** Default: a key numbered among the payment's movements with the same terms. */
  readonly pspKey?: string;
  /** Default: `kassa`. */
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
