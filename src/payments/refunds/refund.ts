import type { Mode } from "../../kernel/mode.ts";
import { type MovementOrigin, shownMovementStatus } from "../movements/movement.ts";
import type { MovementStatus } from "../movements/state.ts";

/** Why a merchant gives money back. */
export const refundReasons = ["duplicate", "fraudulent", "requested_by_customer", "other"] as const;
export type RefundReason = (typeof refundReasons)[number];

/** A refund: a movement of that kind. Amounts are minor units of its currency. */
export type Refund = {
  readonly id: string;
  readonly mode: Mode;
  readonly paymentId: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: MovementStatus;
  /** It returns money that came too late, or was too much: no part of the payment's captured amount. */
  readonly late: boolean;
  readonly reason: string | null;
  readonly origin: MovementOrigin;
  readonly failureReason: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
};

/** What a refund shows of its payment. */
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
    clientReferenceId: payment.clientReferenceId,
    metadata: refund.metadata,
    createdAt: refund.createdAt.toISOString(),
    decidedAt: refund.decidedAt?.toISOString() ?? null,
  };
}
