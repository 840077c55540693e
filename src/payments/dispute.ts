import type { DisputeFacts } from "../connectors/disputes.ts";
import type { Mode } from "../kernel/mode.ts";
import type { Metadata } from "../sessions/metadata.ts";

/**
 * A dispute as stored, shown alone and inside its payment. It is defined here because payments show disputes, and the room
 * `disputes` imports payments. Amounts are minor units.
 */
export type Dispute = {
  readonly id: string;
  readonly mode: Mode;
  readonly paymentId: string;
  readonly sessionId: string;
  readonly stage: DisputeFacts["stage"];
  readonly status: DisputeFacts["status"];
  readonly reason: DisputeFacts["reason"];
  readonly amount: number;
  readonly currency: string;
  /** The part of `amount` that the customer keeps by the decision; 0 before it. */
  readonly amountLost: number;
  /** What the PSP gave back during the last review. Until the decision, the bank doesn't hold this part. */
  readonly amountReturned: number;
  readonly fee: number;
  /** Whether it is about late funds, which are no part of the payment's captured amount. */
  readonly late: boolean;
  readonly accepted: boolean;
  /** The action that the PSP hasn't confirmed yet. */
  readonly pendingAction: "evidence" | "accept" | null;
  /** The payment's, as it is now. */
  readonly clientReferenceId: string | null;
  /** The payment's, as it is now. */
  readonly metadata: Metadata | null;
  /** Texts by what they prove. */
  readonly evidence: Readonly<Record<string, string>> | null;
  readonly files: readonly DisputeFile[];
  readonly evidenceDueAt: Date | null;
  readonly evidenceSubmittedAt: Date | null;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
};

export type DisputeFile = {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
};

/** A dispute as the API and its events show it. */
export function toApiDispute(dispute: Dispute) {
  return {
    object: "dispute",
    id: dispute.id,
    mode: dispute.mode,
    payment: dispute.paymentId,
    session: dispute.sessionId,
    clientReferenceId: dispute.clientReferenceId,
    metadata: dispute.metadata,
    stage: dispute.stage,
    status: dispute.status,
    reason: dispute.reason,
    amount: dispute.amount,
    amountLost: dispute.amountLost,
    amountReturned: dispute.amountReturned,
    currency: dispute.currency,
    fee: dispute.fee,
    late: dispute.late,
    accepted: dispute.accepted,
    pendingAction: dispute.pendingAction,
    evidence: dispute.evidence ?? {},
    files: dispute.files.map(({ id, name, mediaType, size }) => ({ id, name, mediaType, size })),
    evidenceDueAt: dispute.evidenceDueAt?.toISOString() ?? null,
    evidenceSubmittedAt: dispute.evidenceSubmittedAt?.toISOString() ?? null,
    openedAt: dispute.openedAt.toISOString(),
    closedAt: dispute.closedAt?.toISOString() ?? null,
    createdAt: dispute.openedAt.toISOString(),
  };
}
