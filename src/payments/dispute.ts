import type { DisputeFacts } from "../connectors/contract.ts";
import type { Mode } from "../kernel/mode.ts";
import type { Metadata } from "../sessions/metadata.ts";

/**
 * A dispute as it stands in the database and as it is shown, alone and inside its payment. It is here and not among the
 * disputes' operations, for those change payments, and payments only show it. Amounts are minor units.
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
  readonly fee: number;
  /** It is about money that came too late, which is no part of the payment's captured amount. */
  readonly late: boolean;
  readonly accepted: boolean;
  /** What the PSP was asked to do and hasn't confirmed yet. */
  readonly pendingAction: "evidence" | "accept" | null;
  /** Texts by what they prove. */
  /** The payment's, as they are now. */
  readonly clientReferenceId: string | null;
  readonly metadata: Metadata | null;
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
