import type { TenantTransaction } from "../../database/transaction.ts";
import type { EventType } from "../../events/event-types.ts";
import { recordNumberedEvent } from "../../sessions/transition-session.ts";
import { getLateFunds } from "../../settings/read-settings.ts";
import { approvalMove } from "../attempts/approval-move.ts";
import type { KnownAttempt } from "../attempts/transition-attempt.ts";
import type { PaymentDeps } from "../deps.ts";
import { recheckReports } from "../dispute-reports/report-dispute.ts";
import type { Begun } from "../movements/begin-movement.ts";
import { book } from "../movements/commit-effects.ts";
import type { Approval, LockedPayment } from "../payment.ts";
import { listAttempts, moveAttempt } from "../queries/attempts.ts";
import { setPaymentAmounts } from "../queries/payments.ts";
import { describePayment } from "../read/describe-payment.ts";
import { recordReturn } from "./return-late-funds.ts";

/**
 * Records that the PSP took money for a declined attempt. Its session has expired, was paid by another attempt, or is still
 * unpaid; late funds don't pay it. Captured money is booked and flagged, and the tenant's setting decides whether it is
 * refunded or kept. If the money was only authorized, it is released, and nothing is booked.
 *
 * @param mayKeep false to refund the money whatever the tenant's setting is
 * @returns the movement that returns the money, recorded but not yet carried out; undefined when the money is kept
 */
export async function recordLateFunds(
  deps: PaymentDeps,
  trx: TenantTransaction,
  known: KnownAttempt,
  outcome: Approval,
  mayKeep = true,
): Promise<Begun | undefined> {
  const { attempt } = known;
  const amount = outcome.amount + outcome.surplus;
  moveAttempt(trx, attempt.id, {
    ...approvalMove(outcome),
    status: "late",
    amountReceived: attempt.method === "bank_transfer" ? amount : null,
    checkAfterMs: null,
  });
  if (!outcome.captured) {
    const release = { attemptId: attempt.id, amount, kind: "void" } as const;
    return recordReturn(deps, trx, await withAttempts(trx, known), release);
  }
  const unexpected = { amount, event: "payment.late_funds", mayKeep } as const;
  const refund = await recordUnexpected(deps, trx, known, unexpected);
  await recheckReports(trx, attempt.id);
  return refund;
}

/**
 * Records the surplus of a transfer that paid its payment. The surplus is booked, flagged and treated like late funds.
 *
 * @returns the movement that refunds it, recorded but not yet carried out; undefined when it is kept
 */
export function recordSurplus(
  deps: PaymentDeps,
  trx: TenantTransaction,
  known: KnownAttempt,
  surplus: number,
): Promise<Begun | undefined> {
  const unexpected = { amount: surplus, event: "payment.overfunded", mayKeep: true } as const;
  return recordUnexpected(deps, trx, known, unexpected);
}

type Unexpected = { readonly amount: number; readonly event: EventType; readonly mayKeep: boolean };

async function recordUnexpected(
  deps: PaymentDeps,
  trx: TenantTransaction,
  known: KnownAttempt,
  { amount, event, mayKeep }: Unexpected,
): Promise<Begun | undefined> {
  const { attempt, session } = known;
  const payment = { ...known.payment, amountLate: known.payment.amountLate + amount };
  setPaymentAmounts(trx, payment);
  const { id, connectorAccount } = attempt;
  const source = { id, paymentId: payment.id, connectorAccount, currency: payment.currency };
  await book(trx, source, [{ post: "late_received", amount }]);
  const keeps = mayKeep && (await getLateFunds(trx)) === "keep";
  if (keeps) await book(trx, source, [{ post: "late_kept", amount }]);
  const object = await describePayment(trx, payment);
  await recordNumberedEvent(deps, trx, event, session.id, object);
  if (keeps) return undefined;
  const locked = await withAttempts(trx, { ...known, payment });
  return recordReturn(deps, trx, locked, { attemptId: attempt.id, amount, kind: "refund" });
}

/** Reads the attempts again: this one's PSP reference has just been written. */
async function withAttempts(
  trx: TenantTransaction,
  { payment, session }: KnownAttempt,
): Promise<LockedPayment> {
  return { session, payment, attempts: await listAttempts(trx, payment.id) };
}
