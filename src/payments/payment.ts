import type { DeclineReason } from "../connectors/contract.ts";
import type { Mode } from "../kernel/mode.ts";
import type { CaptureMethod } from "../sessions/session.ts";
import type { AttemptStatus, PaymentStatus } from "./state.ts";

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
  readonly amountRefunded: number;
  readonly amountDisputed: number;
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
  readonly method: "card";
  readonly cardBrand: string | null;
  readonly cardLast4: string | null;
  readonly pspReference: string | null;
  readonly redirectUrl: string | null;
  readonly declineReason: DeclineReason | null;
  readonly startedAt: Date;
  readonly decidedAt: Date | null;
  readonly checks: number;
};

/** A payment as the API and its events show it. */
export function presentPayment(payment: Payment, attempts: readonly Attempt[]) {
  return {
    object: "payment",
    id: payment.id,
    mode: payment.mode,
    session: payment.sessionId,
    status: payment.status,
    amount: payment.amount,
    currency: payment.currency,
    captureMethod: payment.captureMethod,
    amountAuthorized: payment.amountAuthorized,
    amountCaptured: payment.amountCaptured,
    amountRefunded: payment.amountRefunded,
    amountDisputed: payment.amountDisputed,
    attempts: attempts.map(presentAttempt),
    createdAt: payment.createdAt.toISOString(),
  };
}

function presentAttempt(attempt: Attempt) {
  return {
    object: "attempt",
    id: attempt.id,
    status: attempt.status,
    method: attempt.method,
    card: attempt.cardBrand === null ? null : { brand: attempt.cardBrand, last4: attempt.cardLast4 },
    declineReason: attempt.declineReason,
    pspReference: attempt.pspReference,
    createdAt: attempt.startedAt.toISOString(),
    decidedAt: attempt.decidedAt?.toISOString() ?? null,
  };
}
