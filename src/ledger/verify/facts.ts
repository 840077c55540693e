import type { EntryOf } from "../postings.ts";

/**
 * What the other rooms' tables say of a payment, as far as it has to be in the books. Read by the ledger's own SQL and
 * not by the code that wrote it: an auditor doesn't ask the cashier. Amounts are minor units of the payment's currency.
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
  /** Those that brought money. */
  readonly attempts: readonly AttemptFacts[];
  readonly movements: readonly MovementFacts[];
  readonly disputes: readonly DisputeFacts[];
  readonly transactions: readonly FoundTransaction[];
};

export type AttemptFacts = {
  readonly id: string;
  readonly paymentId: string;
  readonly status: "approved" | "late";
  /** By a transfer, surplus included; null of other methods, and of what came before it was kept. */
  readonly amountReceived: number | null;
  /** What the PSP took, surplus not included, where that or the capture isn't what was asked for; else null. */
  readonly amountTaken: number | null;
  /** Whether the PSP took the money at once, where that or the amount isn't what was asked for; else null. */
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
};

export type DisputeFacts = {
  readonly id: string;
  readonly paymentId: string;
  readonly stage: "inquiry" | "chargeback";
  readonly status: "needs_response" | "under_review" | "won" | "lost" | "closed";
  readonly amount: number;
  readonly fee: number;
  /** Of a dispute of money that came too late, the attempt that brought it. */
  readonly late: boolean;
  readonly attemptId: string | null;
};

/** A transaction of the ledger as it was found. */
export type FoundTransaction = {
  readonly id: string;
  readonly paymentId: string;
  readonly kind: string;
  readonly sourceId: string;
  readonly reverses: string | null;
  readonly currency: string;
  readonly entries: readonly EntryOf[];
};
