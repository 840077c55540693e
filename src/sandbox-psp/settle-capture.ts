import type { Transaction } from "../database/transaction.ts";
import { type Charge, capturable } from "./charge.ts";
import { addMs, type Delays } from "./deps.ts";
import type { Movement } from "./movement.ts";
import { notifyOfMovement } from "./notify.ts";
import { appendLog, updateCharge } from "./queries/charges.ts";
import { settleMovement } from "./queries/movements.ts";
import { behaviourOf } from "./test-outcomes.ts";

/** A capture that is due, and has succeeded, fails; or one that has failed succeeds after all. */
export async function settleCapture(
  trx: Transaction,
  charge: Charge,
  movement: Movement,
  delays: Delays,
  now: Date,
): Promise<void> {
  if (movement.refusal === null) await failCapture(trx, charge, movement, delays, now);
  else await succeedAfterAll(trx, charge, movement);
}

/** Its part can be captured again, for as long as after an approval. */
async function failCapture(
  trx: Transaction,
  charge: Charge,
  movement: Movement,
  delays: Delays,
  now: Date,
): Promise<void> {
  const amount = movement.amount ?? 0;
  const { capture: plan } = behaviourOf(charge.outcome);
  const dueAt = plan?.afterAll ? addMs(now, delays.pendingMs) : null;
  const settled: Movement = { ...movement, refusal: plan?.end ?? "expired_card", dueAt };
  await settleMovement(trx, settled);
  await updateCharge(trx, {
    ...charge,
    amountCaptured: charge.amountCaptured - amount,
    captureBefore: charge.captureBefore ?? addMs(now, delays.captureMs),
  });
  await appendLog(trx, charge, { kind: "capture_returned", amount, source: movement.idempotencyKey });
  await notifyOfMovement(trx, settled);
}

/** It stays failed if its part was captured again or released. */
async function succeedAfterAll(trx: Transaction, charge: Charge, movement: Movement): Promise<void> {
  const amount = movement.amount ?? 0;
  const isOpen = amount <= capturable(charge);
  const settled: Movement = { ...movement, refusal: isOpen ? null : movement.refusal, dueAt: null };
  await settleMovement(trx, settled);
  if (!isOpen) return;
  await updateCharge(trx, {
    ...charge,
    amountCaptured: charge.amountCaptured + amount,
    captureBefore: amount === capturable(charge) ? null : charge.captureBefore,
  });
  await appendLog(trx, charge, { kind: "capture", amount, source: movement.idempotencyKey });
  await notifyOfMovement(trx, settled);
}
