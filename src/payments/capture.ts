import type { Mode } from "../kernel/mode.ts";
import type { MovementOrigin } from "./movements/movement.ts";
import { type MovementStatus, shownMovementStatus } from "./movements/state.ts";

/**
 * What was asked for of an authorization: a movement that captures a part of it, or that releases what is left. Amounts are
 * minor units of the payment's currency.
 */
export type CaptureOrVoid = {
  readonly id: string;
  readonly mode: Mode;
  readonly paymentId: string;
  /** `call_off`: of a payment that was approved when the PSP executed it. */
  readonly kind: "capture" | "void" | "call_off";
  readonly amount: number;
  readonly status: MovementStatus;
  /** Of a capture: nothing is captured after it. */
  readonly final: boolean;
  readonly reason: string | null;
  readonly origin: MovementOrigin;
  readonly failureReason: string | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
};

/** Why an authorization was released: by a call of the merchant's, because its time was up, or as it was being called off. */
export const voidReasons = ["requested", "lapsed", "called_off"] as const;

export function toApiCapture(capture: CaptureOrVoid) {
  return { object: "capture", ...presentParts(capture), final: capture.final, ...presentEnd(capture) };
}

export function toApiVoid(release: CaptureOrVoid) {
  const reason = release.kind === "call_off" ? "called_off" : release.reason;
  return { object: "void", ...presentParts(release), reason, ...presentEnd(release) };
}

function presentParts({ id, mode, amount, status }: CaptureOrVoid) {
  return { id, mode, amount, status: shownMovementStatus(status) };
}

function presentEnd({ origin, failureReason, createdAt, decidedAt }: CaptureOrVoid) {
  return {
    origin,
    failureReason,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}
