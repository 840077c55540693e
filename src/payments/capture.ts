import type { Mode } from "../kernel/mode.ts";
import { type MovementOrigin, shownMovementStatus } from "./movements/movement.ts";
import type { MovementStatus } from "./movements/state.ts";

/**
 * A movement that captures a part of an authorization, or releases the rest of it. Amounts are minor units of the payment's
 * currency.
 */
export type CaptureOrVoid = {
  readonly id: string;
  readonly mode: Mode;
  readonly paymentId: string;
  /** `call_off`: the payment had been approved by the time the PSP executed the call-off. */
  readonly kind: "capture" | "void" | "call_off";
  readonly amount: number;
  readonly status: MovementStatus;
  /** Of a capture: whether it is the last one. */
  readonly final: boolean;
  readonly reason: string | null;
  readonly origin: MovementOrigin;
  readonly failureReason: string | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
};

/** Why an authorization was released: by the merchant's call, because it lapsed, or by a call-off. */
export const voidReasons = ["requested", "lapsed", "called_off"] as const;

export function toApiCapture(capture: CaptureOrVoid) {
  return { object: "capture", ...firstFields(capture), final: capture.final, ...lastFields(capture) };
}

export function toApiVoid(release: CaptureOrVoid) {
  const reason = release.kind === "call_off" ? "called_off" : release.reason;
  return { object: "void", ...firstFields(release), reason, ...lastFields(release) };
}

function firstFields({ id, mode, amount, status }: CaptureOrVoid) {
  return { id, mode, amount, status: shownMovementStatus(status) };
}

function lastFields({ origin, failureReason, createdAt, decidedAt }: CaptureOrVoid) {
  return {
    origin,
    failureReason,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}
