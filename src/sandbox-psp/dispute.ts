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
  /** What the customer keeps by the decision; 0 before it. */
  readonly amountLost: number;
  readonly currency: string;
  readonly fee: number;
  readonly evidenceDueAt: Date | null;
  /** How the bank will decide; null before evidence is submitted, and once it has decided for good. */
  readonly verdict: Verdict | null;
  /** When it moves to its next state automatically. */
  readonly dueAt: Date | null;
};

/** How a bank decides. `win_then_lose` and `lose_then_win`: it decides again later. */
export type Verdict = "win" | "lose" | "win_partly" | "win_then_lose" | "lose_then_win";

/** The texts of evidence by which the simulated bank decides. Any other evidence loses after a long review. */
export const verdictsOfTexts: Readonly<Record<string, Verdict>> = {
  winning_evidence: "win",
  losing_evidence: "lose",
  partly_winning_evidence: "win_partly",
  winning_then_losing_evidence: "win_then_lose",
  losing_then_winning_evidence: "lose_then_win",
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
    amountLost: dispute.amountLost,
    currency: dispute.currency,
    fee: dispute.fee,
    evidenceDueAt: dispute.evidenceDueAt?.toISOString() ?? null,
  };
}
