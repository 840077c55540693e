import type { Transaction } from "../database/transaction.ts";
import { type Charge, refundable } from "./charge.ts";
import { addMs, type Delays } from "./deps.ts";
import type { Movement } from "./movement.ts";
import { notifyOfMovement } from "./notify.ts";
import { appendLog, updateCharge } from "./queries/charges.ts";
import { settleMovement } from "./queries/movements.ts";
import { behaviourOf } from "./test-outcomes.ts";

/** A pending refund that is due succeeds or fails, a succeeded refund comes back, or a failed one succeeds after all. */
export async function settleRefund(
  trx: Transaction,
  charge: Charge,
  movement: Movement,
  delays: Delays,
  now: Date,
): Promise<void> {
  if (movement.refusal !== null) return succeedAfterAll(trx, charge, movement);
  const plan = behaviourOf(charge.outcome).refund;
  const refusal = plan && "end" in plan ? plan.end : null;
  const dueAt = plan && "afterAll" in plan ? addMs(now, delays.pendingMs) : null;
  const settled: Movement = { ...movement, pending: false, refusal, dueAt };
  await settleMovement(trx, settled);
  await moveRefund(trx, charge, movement, refusal === null);
  await notifyOfMovement(trx, settled);
}

/** It stays failed if its money has been refunded in another way, or is disputed. */
async function succeedAfterAll(trx: Transaction, charge: Charge, movement: Movement): Promise<void> {
  const amount = movement.amount ?? 0;
  const arrives = amount <= refundable(charge);
  const settled: Movement = { ...movement, refusal: arrives ? null : movement.refusal, dueAt: null };
  await settleMovement(trx, settled);
  if (!arrives) return;
  await updateCharge(trx, { ...charge, amountRefunded: charge.amountRefunded + amount });
  await appendLog(trx, charge, { kind: "refund", amount, source: movement.idempotencyKey });
  await notifyOfMovement(trx, settled);
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
