import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import type { PaymentDeps } from "../deps.ts";
import { type Begun, lockPayment, makeMovementId, recordMovement } from "../movements/begin-movement.ts";
import { carryOut } from "../movements/move-money.ts";
import { callOffKey } from "../movements/psp-keys.ts";
import type { Attempt } from "../payment.ts";
import { getAttempt } from "../queries/attempts.ts";
import { getMovementByKey } from "../queries/movements.ts";

/**
 * The consumer turned back from their bank's page and wants to pay in another way. Only once the PSP confirms that the
 * first attempt can't bring money any more may there be a second.
 */
export async function callOffAttempt(deps: PaymentDeps, scope: TenantScope, attempt: Attempt): Promise<void> {
  if (attempt.status === "action_required") await releaseAttempt(deps, scope, attempt.id);
}

/**
 * Has the PSP release an attempt that waits for the consumer or for their transfer. The call-off is recorded before the PSP
 * is asked, under a key made from the attempt's id; whatever happens to this process or to the call, the job for movements
 * finds out what became of it. Nothing is done when the attempt doesn't wait any more.
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

/** What a bank is deciding about isn't called off: a direct debit that has been submitted, for one. */
const waitsForConsumer = ({ status, transferInstructions }: Attempt): boolean =>
  status === "action_required" || (status === "pending" && transferInstructions !== null);

async function beginCallOff(
  deps: PaymentDeps,
  trx: TenantTransaction,
  attemptId: string,
): Promise<Begun | undefined> {
  const found = present(await getAttempt(trx, attemptId), "the attempt to call off");
  const locked = present(await lockPayment(trx, found.paymentId), "the payment of an attempt");
  const attempt = locked.attempts.find(({ id }) => id === attemptId);
  if (!attempt || !waitsForConsumer(attempt) || attempt.pspReference === null) return undefined;
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
