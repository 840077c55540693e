import type { Mode } from "../../kernel/mode.ts";

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
  readonly status: "started" | "unknown" | "pending" | "succeeded" | "failed";
  /** It returns money that came too late, or was too much: no part of the payment's captured amount. */
  readonly late: boolean;
  readonly reason: string | null;
  readonly failureReason: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
};

export const refundStatuses = ["pending", "succeeded", "failed"] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** For who waits for their money, whether the PSP has answered yet is all the same. */
export function refundStatus(status: Refund["status"]): RefundStatus {
  return status === "succeeded" || status === "failed" ? status : "pending";
}

/** A refund as the API and its events show it. */
export function presentRefund(refund: Refund & { readonly sessionId: string }) {
  return {
    object: "refund",
    id: refund.id,
    mode: refund.mode,
    payment: refund.paymentId,
    session: refund.sessionId,
    amount: refund.amount,
    currency: refund.currency,
    status: refundStatus(refund.status),
    late: refund.late,
    reason: refund.reason,
    failureReason: refund.failureReason,
    metadata: refund.metadata,
    createdAt: refund.createdAt.toISOString(),
    decidedAt: refund.decidedAt?.toISOString() ?? null,
  };
}
