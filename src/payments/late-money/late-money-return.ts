import type { TenantTransaction } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import type { PaymentDeps } from "../deps.ts";
import {
  type Begun,
  type LockedPayment,
  lockPayment,
  makeMovementId,
  recordMovement,
} from "../movements/begin-movement.ts";
import { returnKey } from "../movements/psp-keys.ts";
import { type LateAttempt, listLateReturns } from "../queries/late.ts";
import { amountToReturn, readLateMoney } from "./late-money-left.ts";

/**
 * Records what sends late money back that disputes had held up, if anything is to be sent: the dispute was won, or of a
 * part only. Asked under the session's lock when a dispute ends, and when a return is refused: the refusal may come
 * after the end of the dispute that it was for.
 *
 * @returns the movement, recorded and not yet carried out. Who doesn't carry it out leaves it to the job.
 */
export async function returnAfterDispute(
  deps: PaymentDeps,
  trx: TenantTransaction,
  late: LateAttempt,
): Promise<Begun | undefined> {
  const amount = amountToReturn(await readLateMoney(trx, late));
  if (amount === 0) return undefined;
  const locked = present(await lockPayment(trx, late.paymentId), "the payment of late money");
  return giveBack(deps, trx, locked, { attemptId: late.attemptId, amount, kind: "refund" });
}

/** Records the movement that returns late money: a refund, or a void if it was only authorized. */
export async function giveBack(
  deps: PaymentDeps,
  trx: TenantTransaction,
  locked: LockedPayment,
  what: { readonly attemptId: string; readonly amount: number; readonly kind: "refund" | "void" },
): Promise<Begun> {
  const pspKey = what.kind === "refund" ? await nextReturnKey(trx, locked, what.attemptId) : undefined;
  return recordMovement(deps, trx, {
    id: makeMovementId(deps, trx.scope, what.kind),
    locked,
    plan: {
      ...what,
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
  const before = await listLateReturns(trx, { paymentId: payment.id, attemptId });
  return returnKey(attemptId, before.length + 1);
}
