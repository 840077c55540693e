import type { TenantTransaction } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import type { PaymentDeps } from "../deps.ts";
import { type Begun, lockPayment, makeMovementId, recordMovement } from "../movements/begin-movement.ts";
import { returnKey } from "../movements/psp-keys.ts";
import type { LockedPayment } from "../payment.ts";
import { type LateAttempt, listLateReturns } from "../queries/late.ts";
import { amountToReturn, readLateFunds } from "./read-late-funds.ts";

/**
 * Records the return of late funds that a dispute had blocked, if any are left to return: the dispute was won, or was about a
 * part only. The caller holds the session's lock, and calls it when a dispute ends, and when a return is refused: the
 * refusal can arrive after the dispute has ended.
 *
 * @returns the movement, recorded but not yet carried out; the job for movements does that if the caller doesn't
 */
export async function returnAfterDispute(
  deps: PaymentDeps,
  trx: TenantTransaction,
  late: LateAttempt,
): Promise<Begun | undefined> {
  const amount = amountToReturn(await readLateFunds(trx, late));
  if (amount === 0) return undefined;
  const locked = present(await lockPayment(trx, late.paymentId), "the payment of late funds");
  return recordReturn(deps, trx, locked, { attemptId: late.attemptId, amount, kind: "refund" });
}

/** Records the movement that returns late funds: a refund, or a void if they were only authorized. */
export async function recordReturn(
  deps: PaymentDeps,
  trx: TenantTransaction,
  locked: LockedPayment,
  late: { readonly attemptId: string; readonly amount: number; readonly kind: "refund" | "void" },
): Promise<Begun> {
  const pspKey = late.kind === "refund" ? await nextReturnKey(trx, locked, late.attemptId) : undefined;
  return recordMovement(deps, trx, {
    id: makeMovementId(deps, trx.scope, late.kind),
    locked,
    plan: {
      ...late,
      final: false,
      late: true,
      reason: null,
      metadata: locked.payment.metadata,
      ...(pspKey && { pspKey }),
    },
  });
}

async function nextReturnKey(
  trx: TenantTransaction,
  { payment }: LockedPayment,
  attemptId: string,
): Promise<string> {
  const earlier = await listLateReturns(trx, { paymentId: payment.id, attemptId });
  return returnKey(attemptId, earlier.length + 1);
}
