import type { DisputePlan } from "./test-outcomes.ts";

export type DisputeStatus = "needs_response" | "under_review" | "won" | "lost" | "closed";

/** A dispute as the PSP stores it. Amounts are minor units of the charge's currency. */
export type Dispute = {
  readonly id: string;
  readonly account: string;
  readonly charge: string;
  /** The idempotency key of the charge. */
  readonly chargeKey: string;
  readonly clock: string | null;
  readonly stage: DisputePlan["stage"];
  readonly status: DisputeStatus;
  readonly reason: DisputePlan["reason"];
  readonly amount: number;
  readonly currency: string;
  readonly fee: number;
  readonly evidenceDueAt: Date | null;
  /** Whether the evidence will convince the bank; null before evidence is submitted. */
  readonly convincing: boolean | null;
  /** When it moves to its next state automatically. */
  readonly dueAt: Date | null;
};

/** The fee of a chargeback, won or lost, in minor units of any currency. An inquiry has no fee. */
export const chargebackFee = 1_500;

/** A dispute as the API and notifications represent it. */
export function toApiDispute(dispute: Dispute) {
  return {
    object: "dispute",
    id: dispute.id,
    mode: "sandbox",
    account: dispute.account,
    charge: dispute.charge,
    chargeKey: dispute.chargeKey,
    stage: dispute.stage,
    status: dispute.status,
    reason: dispute.reason,
    amount: dispute.amount,
    currency: dispute.currency,
    fee: dispute.fee,
    evidenceDueAt: dispute.evidenceDueAt?.toISOString() ?? null,
  };
}
