import type { TenantTransaction } from "../../database/transaction.ts";
import { assert, present } from "../../kernel/assert.ts";
import { type Attempt, approvedAttempt, type Payment } from "../payment.ts";
import { listCapturesOf } from "../queries/parts.ts";
import { findPayment } from "./find-payment.ts";

/** A part of a payment's money, taken at one time. Minor units of the payment's currency. */
export type Taken = { readonly amount: number; readonly capturedAt: Date };

/** A payment of which nothing more will be taken, and how its money was taken. */
export type TakenMoney = {
  readonly payment: Payment;
  /** The attempt that was approved: how it was paid. */
  readonly attempt: Attempt;
  /** In order; together the payment's `amountCaptured`. At least one. */
  readonly captures: readonly Taken[];
};

/** What was taken for a session; undefined while nothing was, or while more may be. */
export async function findTakenMoney(
  trx: TenantTransaction,
  sessionId: string,
): Promise<TakenMoney | undefined> {
  const found = await findPayment(trx, sessionId);
  if (found?.payment.status !== "captured") return undefined;
  const { payment } = found;
  const attempt = present(approvedAttempt(found.attempts), "the approved attempt of a captured payment");
  const captures =
    payment.captureMethod === "automatic"
      ? [{ amount: payment.amountCaptured, capturedAt: present(attempt.decidedAt, "when it was approved") }]
      : await listCapturesOf(trx, payment.id);
  const sum = captures.reduce((total, { amount }) => total + amount, 0);
  assert(sum === payment.amountCaptured, `the captures of ${payment.id} aren't what was captured`);
  return { payment, attempt, captures };
}
