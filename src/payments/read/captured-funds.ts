import type { TenantTransaction } from "../../database/transaction.ts";
import { assert, present } from "../../kernel/assert.ts";
import { type Attempt, approvedAttempt, type Payment } from "../payment.ts";
import { listCapturesOf } from "../queries/parts.ts";
import { findPayment } from "./find-payment.ts";

/** One capture, in minor units of the payment's currency. */
export type Taken = { readonly amount: number; readonly capturedAt: Date };

/** A completely captured payment, and how its money was taken. */
export type CapturedFunds = {
  readonly payment: Payment;
  /** The approved attempt. */
  readonly attempt: Attempt;
  /** In order, at least one; their sum is the payment's `amountCaptured`. */
  readonly captures: readonly Taken[];
};

/** The money taken for a session; undefined before anything is captured and while more may be. */
export async function findCapturedFunds(
  trx: TenantTransaction,
  sessionId: string,
): Promise<CapturedFunds | undefined> {
  const found = await findPayment(trx, sessionId);
  if (found?.payment.status !== "captured") return undefined;
  const { payment } = found;
  const attempt = present(approvedAttempt(found.attempts), "the approved attempt of a captured payment");
  const captures =
    payment.captureMethod === "automatic"
      ? [
          {
            amount: payment.amountCaptured,
            capturedAt: present(attempt.decidedAt, "the time of the approval"),
          },
        ]
      : await listCapturesOf(trx, payment.id);
  const sum = captures.reduce((total, { amount }) => total + amount, 0);
  assert(sum === payment.amountCaptured, `the captures of ${payment.id} don't add up to its captured amount`);
  return { payment, attempt, captures };
}
