import type {
  AuthorizeOutcome,
  CardChecks,
  DeclineReason,
  PaymentMethodType,
  TransferInstructions,
} from "../connectors/contract.ts";
import type { Mode } from "../kernel/mode.ts";
import type { Metadata } from "../sessions/metadata.ts";
import type { CaptureMethod } from "../sessions/session.ts";
import type { AttemptStatus, PaymentStatus } from "./state.ts";

export type Approval = Extract<AuthorizeOutcome, { kind: "approved" }>;

/** A payment: one per session. Amounts are minor units of its currency. */
export type Payment = {
  readonly tenantId: number;
  readonly id: string;
  readonly mode: Mode;
  readonly sessionId: string;
  readonly status: PaymentStatus;
  readonly amount: number;
  readonly currency: string;
  readonly captureMethod: CaptureMethod;
  readonly amountAuthorized: number;
  readonly amountCaptured: number;
  /** On its way at the PSP: counted before the call, so that what is asked for at once can't exceed what there is. */
  readonly amountCapturePending: number;
  readonly amountRefunded: number;
  readonly amountRefundPending: number;
  /** What of the authorization was given back uncaptured. */
  readonly amountReleased: number;
  readonly amountDisputed: number;
  /** Money that nobody waited for: it came too late, or beyond what was asked for. No part of the other amounts. */
  readonly amountLate: number;
  readonly amountLateReturned: number;
  /** What of it banks hold back or have kept in chargebacks. */
  readonly amountLateDisputed: number;
  /** Until when it can be captured; null when nothing is left to capture. */
  readonly captureBefore: Date | null;
  readonly customerEmail: string | null;
  readonly clientReferenceId: string | null;
  /** Its own: the session's when it was made, changed by calls from then on. */
  readonly metadata: Metadata | null;
  /** The clock that it lives by, in the sandbox. */
  readonly clockId: string | null;
  readonly createdAt: Date;
};

/** One try to pay. Its id is the idempotency key under which the PSP knows it. */
export type Attempt = {
  readonly tenantId: number;
  readonly id: string;
  readonly mode: Mode;
  readonly paymentId: string;
  readonly number: number;
  readonly status: AttemptStatus;
  readonly connector: string;
  readonly connectorAccount: string;
  readonly method: PaymentMethodType;
  readonly cardBrand: string | null;
  readonly cardLast4: string | null;
  /** How the account ends that was debited. */
  readonly accountLast4: string | null;
  /** What the issuer said of the details that were typed; null before it was asked, and of other methods. */
  readonly cardChecks: CardChecks | null;
  /** Where the customer sends a bank transfer. */
  readonly transferInstructions: TransferInstructions | null;
  /**
   * What of a transfer has come, in minor units: less than was asked for, or more. Also of an approval that isn't what was
   * asked for. Null before anything has come, and of every other attempt.
   */
  readonly amountReceived: number | null;
  /** What the PSP says it took, where that isn't what was asked for. */
  readonly evidence: Approval | null;
  /**
   * While movements that the PSP lists of its charge wait for a review, for its outcome or for another movement: when the charge
   * changed for the first of them, by the PSP's clock. Null when none waits.
   */
  readonly compareFrom: Date | null;
  readonly clockId: string | null;
  readonly pspReference: string | null;
  readonly redirectUrl: string | null;
  readonly declineReason: DeclineReason | null;
  readonly startedAt: Date;
  readonly decidedAt: Date | null;
  readonly checks: number;
};

/** What an attempt's transfer brought beyond what was asked for, or accepted instead. Minor units. */
export function surplusOf({ status, amountReceived, evidence }: Attempt, payment: Payment): number {
  const awaited = evidence?.amount ?? payment.amount;
  return status === "approved" ? Math.max(0, (amountReceived ?? 0) - awaited) : 0;
}

/** The attempt whose charge a payment's money is. */
export function approvedAttempt(attempts: readonly Attempt[]): Attempt | undefined {
  return attempts.find(({ status }) => status === "approved");
}
