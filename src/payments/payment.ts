import type {
  AuthorizeOutcome,
  CardChecks,
  PaymentMethodType,
  TransferInstructions,
} from "../connectors/contract.ts";
import type { DeclineReason } from "../connectors/reasons.ts";
import type { Mode } from "../kernel/mode.ts";
import type { Metadata } from "../sessions/metadata.ts";
import type { CaptureMethod, Session } from "../sessions/session.ts";
import type { PassedOver } from "./routing/choose-route.ts";
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
  /**
   * What captures exceed `amountAuthorized` by: a failed capture has succeeded after its part had been captured again or
   * released.
   */
  readonly amountOverCaptured: number;
  /**
   * Captures without an outcome yet. Counted before the PSP is called, so that concurrent captures can't exceed the
   * authorization.
   */
  readonly amountCapturePending: number;
  readonly amountRefunded: number;
  readonly amountRefundPending: number;
  /**
   * What refunds exceed `amountCaptured` by: a failed refund has succeeded after the money had been refunded again, or a capture
   * has failed after its money had been refunded.
   */
  readonly amountOverRefunded: number;
  /** The part of the authorization that was released uncaptured. */
  readonly amountReleased: number;
  readonly amountDisputed: number;
  /** What `amountDisputed` may exceed `amountCaptured` by: a capture has failed whose money a bank had taken back. */
  readonly amountOverDisputed: number;
  /** Unexpected money: it came too late, or beyond the requested amount. Not part of the other amounts. */
  readonly amountLate: number;
  readonly amountLateReturned: number;
  /** The part of the late funds that banks hold back or have kept in chargebacks. */
  readonly amountLateDisputed: number;
  /** The deadline for captures; null when nothing is left to capture. */
  readonly captureBefore: Date | null;
  /** The deadline that the PSP named; stays when nothing is left, because a capture can fail after it has succeeded. */
  readonly authorizedUntil: Date | null;
  readonly customerEmail: string | null;
  readonly clientReferenceId: string | null;
  /** Copied from the session when the payment was made; API calls change it from then on. */
  readonly metadata: Metadata | null;
  /** What people have marked it with, in order; null for nothing. */
  readonly tags: readonly string[] | null;
  /** The id of its clock, in the sandbox. */
  readonly clockId: string | null;
  readonly createdAt: Date;
};

/** One attempt to pay. Its id is the idempotency key of its charge at the PSP. */
export type Attempt = {
  readonly tenantId: number;
  readonly id: string;
  readonly mode: Mode;
  readonly paymentId: string;
  readonly number: number;
  readonly status: AttemptStatus;
  /** How often the PSP has changed its decision after the approval: an odd number of times while it is `failed`. */
  readonly revision: number;
  readonly connector: string;
  readonly connectorAccount: string;
  /** The preferred accounts that weren't used. */
  readonly passedOver: readonly PassedOver[];
  readonly method: PaymentMethodType;
  /** Whether the customer pays on the PSP's hosted page. */
  readonly hosted: boolean;
  readonly cardBrand: string | null;
  readonly cardLast4: string | null;
  /** The last four characters of the debited account's IBAN. */
  readonly accountLast4: string | null;
  /** The issuer's checks of the entered card details; null before its answer, and for other methods. */
  readonly cardChecks: CardChecks | null;
  /** Where the customer sends a bank transfer. */
  readonly transferInstructions: TransferInstructions | null;
  /**
   * How much of a transfer has arrived, in minor units: less than was requested, or more. Also the amount of an approval that
   * differs from the request. Null before anything has arrived, and for every other attempt.
   */
  readonly amountReceived: number | null;
  /** The PSP's approval, if it differs from what was requested. */
  readonly evidence: Approval | null;
  /**
   * Set while movements that the PSP lists for the charge wait for a review, for the attempt's outcome or for another movement:
   * when the charge changed for the first of them, by the PSP's clock.
   */
  readonly compareFrom: Date | null;
  readonly clockId: string | null;
  /** The PSP's reference of its hosted page. Null before it is stored: until then nobody is sent there. */
  readonly hostedReference: string | null;
  /** What the customer's browser brought back from the hosted page, as far as the PSP needs it for look-ups. */
  readonly returnedWith: Readonly<Record<string, string>> | null;
  /** When the PSP was last asked to charge what the customer had approved, in real time. */
  readonly finishBegunAt: Date | null;
  /** Whether the customer had to choose another way to pay there since. */
  readonly finishRefused: boolean;
  readonly pspReference: string | null;
  readonly redirectUrl: string | null;
  /** When the PSP ends the action that the attempt waits for; null if Kassa's own limit applies. */
  readonly actionExpiresAt: Date | null;
  readonly declineReason: DeclineReason | null;
  readonly startedAt: Date;
  readonly decidedAt: Date | null;
  /** How often the PSP has been asked about its current status. */
  readonly checks: number;
};

/** A payment whose session this transaction has locked, with what belongs to it. */
export type LockedPayment = {
  readonly session: Session;
  readonly payment: Payment;
  readonly attempts: readonly Attempt[];
};

/** What an attempt's transfer brought beyond the requested amount, or beyond the one that a review accepted. Minor units. */
export function surplusOf({ status, amountReceived, evidence }: Attempt, payment: Payment): number {
  const expected = evidence?.amount ?? payment.amount;
  return status === "approved" ? Math.max(0, (amountReceived ?? 0) - expected) : 0;
}

/** The attempt whose charge paid the payment. */
export function approvedAttempt(attempts: readonly Attempt[]): Attempt | undefined {
  return attempts.find(({ status }) => status === "approved");
}
