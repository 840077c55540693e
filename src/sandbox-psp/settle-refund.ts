import type { Transaction } from "../database/transaction.ts";
import type { Charge } from "./charge.ts";
import type { Movement } from "./movement.ts";
import { notifyOfMovement } from "./notify.ts";
import { appendLog, updateCharge } from "./queries/charges.ts";
import { getMovement, settleMovement } from "./queries/movements.ts";
import { behaviourOf } from "./test-outcomes.ts";

/** A pending refund succeeds or fails, or a succeeded refund comes back. False if that was done meanwhile. */
export async function settleRefund(
  trx: Transaction,
  charge: Charge,
  id: string,
  now: Date,
): Promise<boolean> {
  const movement = await getMovement(trx, id);
  if (!movement?.dueAt || movement.dueAt > now) return false;
  const plan = behaviourOf(charge.outcome).refund;
  const refusal = plan && "end" in plan ? plan.end : null;
  const settled: Movement = { ...movement, pending: false, refusal, dueAt: null };
  await settleMovement(trx, settled);
  await moveRefund(trx, charge, movement, refusal === null);
  await notifyOfMovement(trx, settled);
  return true;
}

async function moveRefund(
  trx: Transaction,
  charge: Charge,
  movement: Movement,
  arrives: boolean,
): Promise<void> {
  const amount = movement.amount ?? 0;
  const source = movement.idempotencyKey;
  if (movement.pending) {
    await updateCharge(trx, {
      ...charge,
      amountRefundPending: charge.amountRefundPending - amount,
      amountRefunded: charge.amountRefunded + (arrives ? amount : 0),
    });
    if (arrives) await appendLog(trx, charge, { kind: "refund", amount, source });
    return;
  }
  await updateCharge(trx, { ...charge, amountRefunded: charge.amountRefunded - amount });
  await appendLog(trx, charge, { kind: "refund_returned", amount, source });
}
