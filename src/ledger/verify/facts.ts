import type { EntryOf } from "../postings.ts";

/**
 * The data of a payment that the ledger must agree with, from other rooms' tables. The ledger reads it with its own SQL, so that
 * the check is independent of the code that wrote it. Amounts are minor units of the payment's currency.
 */
export type PaymentFacts = {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly captureMethod: "automatic" | "manual";
  readonly amountAuthorized: number;
  readonly amountCaptured: number;
  readonly amountCapturePending: number;
  readonly amountReleased: number;
  readonly amountRefunded: number;
  readonly amountRefundPending: number;
  readonly amountDisputed: number;
  readonly amountLate: number;
  readonly amountLateReturned: number;
  readonly amountLateDisputed: number;
  /** The attempts that took money. */
  readonly attempts: readonly AttemptFacts[];
  readonly movements: readonly MovementFacts[];
  readonly disputes: readonly DisputeFacts[];
  readonly transactions: readonly FoundTransaction[];
};

export type AttemptFacts = {
  readonly id: string;
  readonly paymentId: string;
  readonly connectorAccount: string;
  readonly status: "approved" | "late" | "failed";
  /** How often the PSP has changed its decision after the approval. */
  readonly revision: number;
  /** The amount of a transfer, with surplus; null for other methods, and for old attempts. */
  readonly amountReceived: number | null;
  /** What the PSP took, without surplus, if the amount or the capture differs from the request; else null. */
  readonly amountTaken: number | null;
  /** Whether the PSP captured at once, if the amount or the capture differs from the request; else null. */
  readonly captured: boolean | null;
};

export type MovementFacts = {
  readonly id: string;
  readonly paymentId: string;
  readonly attemptId: string;
  readonly kind: "capture" | "void" | "refund" | "call_off";
  readonly status: "started" | "unknown" | "pending" | "succeeded" | "failed";
  readonly amount: number;
  readonly final: boolean;
  readonly late: boolean;
  /** Of a capture or refund: how often the PSP has changed its decision after the first decision. */
  readonly revision: number;
};

export type DisputeFacts = {
  readonly id: string;
  readonly paymentId: string;
  readonly connectorAccount: string;
  readonly stage: "inquiry" | "chargeback";
  readonly status: "needs_response" | "under_review" | "won" | "lost" | "closed";
  readonly amount: number;
  /** The part that the customer keeps by the decision. */
  readonly amountLost: number;
  /** What the PSP gave back during the last review, until the decision. */
  readonly amountReturned: number;
  readonly fee: number;
  /** How often the PSP has changed its decision after the first decision. */
  readonly revision: number;
  /** Whether it is about late funds, and the attempt that took them. */
  readonly late: boolean;
  readonly attemptId: string | null;
};

/** A transaction in the ledger. */
export type FoundTransaction = {
  readonly id: string;
  readonly paymentId: string | null;
  readonly connectorAccount: string;
  readonly kind: string;
  readonly sourceId: string;
  /** How often the PSP had changed its decision about the source by then. */
  readonly version: number;
  readonly reverses: string | null;
  readonly currency: string;
  readonly entries: readonly EntryOf[];
};
