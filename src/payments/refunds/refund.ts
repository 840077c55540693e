import type { Mode } from "../../kernel/mode.ts";
import { type MovementOrigin, shownMovementStatus } from "../movements/movement.ts";
import type { MovementStatus } from "../movements/state.ts";

/** A merchant's reasons for a refund. */
export const refundReasons = ["duplicate", "fraudulent", "requested_by_customer", "other"] as const;
export type RefundReason = (typeof refundReasons)[number];

/** A movement of the kind `refund`. The amount is in minor units of its currency. */
export type Refund = {
  readonly id: string;
  readonly mode: Mode;
  readonly paymentId: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: MovementStatus;
  /** Whether it returns late funds or a surplus, which aren't part of the payment's captured amount. */
  readonly late: boolean;
  readonly reason: string | null;
  readonly origin: MovementOrigin;
  readonly failureReason: string | null;
  /** Until when the PSP refuses it; null if it doesn't. */
  readonly delayedUntil: Date | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
};

/** The properties of its payment that a refund shows. */
export type RefundedPayment = { readonly sessionId: string; readonly clientReferenceId: string | null };

/** A refund as the API and its events show it. */
export function toApiRefund(refund: Refund, payment: RefundedPayment) {
  return {
    object: "refund",
    id: refund.id,
    mode: refund.mode,
    payment: refund.paymentId,
    session: payment.sessionId,
    amount: refund.amount,
    currency: refund.currency,
    status: shownMovementStatus(refund.status),
    late: refund.late,
    reason: refund.reason,
    origin: refund.origin,
    failureReason: refund.failureReason,
    delayedUntil: refund.delayedUntil?.toISOString() ?? null,
    clientReferenceId: payment.clientReferenceId,
    metadata: refund.metadata,
    createdAt: refund.createdAt.toISOString(),
    decidedAt: refund.decidedAt?.toISOString() ?? null,
  };
}
