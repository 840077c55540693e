import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { callMarginMs, type PaymentDeps } from "../deps.ts";
import { type Begun, lockPayment, makeMovementId, recordMovement } from "../movements/begin-movement.ts";
import { carryOut } from "../movements/move-money.ts";
import { callOffKey } from "../movements/psp-keys.ts";
import type { Attempt } from "../payment.ts";
import { getAttempt } from "../queries/attempts.ts";
import { getMovementByKey } from "../queries/movements.ts";

/**
 * Calls off an attempt whose customer came back from their bank's page, or was asked for a transfer, and wants to pay in another
 * way. The next attempt may begin only once the PSP confirms that this one can't take money any more.
 */
export async function callOffAttempt(deps: PaymentDeps, scope: TenantScope, attempt: Attempt): Promise<void> {
  if (waitsForConsumer(attempt)) await releaseAttempt(deps, scope, attempt.id);
}

/**
 * Makes the PSP release an attempt that waits for the customer or for their transfer; does nothing if it no longer waits. The
 * call-off is committed before the PSP is called, under a key derived from the attempt's id. Whatever happens to this process
 * or to the call, the job for movements then finds its outcome.
 */
export async function releaseAttempt(
  deps: PaymentDeps,
  scope: TenantScope,
  attemptId: string,
): Promise<void> {
  const begun = await deps.database.inTenant(scope, (trx) => beginCallOff(deps, trx, attemptId));
  crashPoint("call-off:intent-committed");
  if (!begun) return;
  await carryOut(deps, scope, begun);
  crashPoint("call-off:settled");
}

/** An attempt that the bank is deciding about, such as a submitted direct debit, isn't called off. */
const waitsForConsumer = ({ status, transferInstructions }: Attempt): boolean =>
  status === "action_required" || (status === "pending" && transferInstructions !== null);

/** Whether the PSP may still be charging what the customer has approved. */
const isBeingFinished = ({ clock, pspTimeoutMs }: PaymentDeps, { finishBegunAt }: Attempt): boolean =>
  finishBegunAt !== null && clock.nowMs() - finishBegunAt.getTime() < pspTimeoutMs + callMarginMs;

async function beginCallOff(
  deps: PaymentDeps,
  trx: TenantTransaction,
  attemptId: string,
): Promise<Begun | undefined> {
  const found = present(await getAttempt(trx, attemptId), "the attempt to call off");
  const locked = present(await lockPayment(trx, found.paymentId), "the payment of an attempt");
  const attempt = locked.attempts.find(({ id }) => id === attemptId);
  if (!attempt || !waitsForConsumer(attempt) || isBeingFinished(deps, attempt)) return undefined;
  if (attempt.pspReference === null && attempt.hostedReference === null) return undefined;
  const pspKey = callOffKey(attemptId);
  const known = await getMovementByKey(trx, pspKey);
  if (known) return { movement: known, payment: locked.payment, attempt };
  return recordMovement(deps, trx, {
    id: makeMovementId(deps, trx.scope, "call_off"),
    locked,
    plan: {
      kind: "call_off",
      attemptId,
      amount: locked.payment.amount,
      final: false,
      late: true,
      reason: null,
      metadata: null,
      pspKey,
    },
  });
}
