import type { Transaction } from "../database/transaction.ts";
import { present, unreachable } from "../kernel/assert.ts";
import { type Charge, capturable } from "./charge.ts";
import { type Delays, delaysOf, type SandboxPspDeps } from "./deps.ts";
import { advanceDispute, openDispute } from "./dispute-transitions.ts";
import { notifyOfCharge } from "./notify.ts";
import { appendLog, type ChargeNow, lockCharge, lockFreeCharge, updateCharge } from "./queries/charges.ts";
import { findDispute } from "./queries/disputes.ts";
import { type Due, findDueOnClock, listDueNow, lockClock } from "./queries/due.ts";
import { getMovement } from "./queries/movements.ts";
import { settleCapture } from "./settle-capture.ts";
import { settleDue } from "./settle-charge.ts";
import { settleRefund } from "./settle-refund.ts";

export type DueDeps = Pick<SandboxPspDeps, "database" | "publicUrl" | "pendingMs" | "challengeMs">;

const candidatesMax = 20;

/** Carries out one item that is due in real time. False if there is none, or other processes have locked them all. */
export async function runOneDue(deps: DueDeps): Promise<boolean> {
  const candidates = await deps.database.inSandboxPsp((trx) => listDueNow(trx, candidatesMax));
  for (const due of candidates) {
    const done = await deps.database.inSandboxPsp(async (trx) => {
      const charge = await lockFreeCharge(trx, due.charge);
      return charge !== undefined && (await runDue(deps, trx, charge, due, charge.now));
    });
    if (done) return true;
  }
  return false;
}

/** The time of the next due item on a clock, at or before `until`. */
export async function nextDue(
  deps: SandboxPspDeps,
  timeline: { readonly account: string; readonly clock: string },
  until: Date,
): Promise<Date | null> {
  const due = await deps.database.inSandboxPsp((trx) => findDueOnClock(trx, timeline, until));
  return due?.at ?? null;
}

/**
 * Advances a clock and carries out, in order, everything that falls due on the way. Each item is a transaction that also
 * sets the clock to the item's time, so an interrupted call can be repeated. A clock never goes back.
 */
export async function setClock(
  deps: SandboxPspDeps,
  timeline: { readonly account: string; readonly clock: string },
  target: Date,
): Promise<void> {
  while (await stepClock(deps, timeline, target)) {
    // One due item per transaction.
  }
}

const epoch = new Date(0);

async function stepClock(
  deps: SandboxPspDeps,
  timeline: { readonly account: string; readonly clock: string },
  target: Date,
): Promise<boolean> {
  const { account, clock } = timeline;
  return await deps.database.inSandboxPsp(async (trx) => {
    await lockClock(trx, account, clock, epoch);
    const due = await findDueOnClock(trx, timeline, target);
    const shows = await lockClock(trx, account, clock, due?.at ?? target);
    if (!due) return false;
    const charge = present(await lockCharge(trx, account, due.charge), "the charge of what is due");
    await runDue(deps, trx, charge, due, shows);
    return true;
  });
}

/** Carries out a due item of a locked charge. False if it was done meanwhile. */
async function runDue(
  deps: DueDeps,
  trx: Transaction,
  charge: ChargeNow,
  due: Due,
  now: Date,
): Promise<boolean> {
  const delays = delaysOf(deps);
  switch (due.what) {
    case "charge_decided":
      if (!isDue(charge.dueAt, now)) return false;
      await settleDue(deps, trx, charge, now);
      return true;
    case "authorization_lapses":
      if (!isDue(charge.captureBefore, now)) return false;
      await lapse(deps, trx, charge);
      return true;
    case "dispute_opens":
      if (!isDue(charge.disputeAt, now)) return false;
      await openDispute(trx, charge, delays, now);
      return true;
    case "movement_settles":
      return await settleMovementDue(trx, charge, due.id, delays, now);
    case "dispute_goes_on":
      return await advanceDueDispute(trx, charge, due.id, delays, now);
    default:
      return unreachable(due.what);
  }
}

export function isDue(at: Date | null, now: Date): boolean {
  return at !== null && at <= now;
}

/** Releases the amount that wasn't captured in time. */
async function lapse(deps: DueDeps, trx: Transaction, charge: Charge): Promise<void> {
  const amount = capturable(charge);
  const lapsed: Charge = {
    ...charge,
    amountReleased: charge.amountReleased + amount,
    releasedBy: "lapse",
    captureBefore: null,
  };
  await updateCharge(trx, lapsed);
  await appendLog(trx, charge, { kind: "release", amount, source: charge.idempotencyKey });
  await notifyOfCharge(deps, trx, lapsed);
}

async function settleMovementDue(
  trx: Transaction,
  charge: Charge,
  id: string,
  delays: Delays,
  now: Date,
): Promise<boolean> {
  const movement = await getMovement(trx, id);
  if (!movement || !isDue(movement.dueAt, now)) return false;
  if (movement.kind === "capture") await settleCapture(trx, charge, movement, delays, now);
  else await settleRefund(trx, charge, movement, delays, now);
  return true;
}

async function advanceDueDispute(
  trx: Transaction,
  charge: Charge,
  id: string,
  delays: Delays,
  now: Date,
): Promise<boolean> {
  const dispute = await findDispute(trx, charge.account, id);
  if (!dispute || !isDue(dispute.dueAt, now)) return false;
  await advanceDispute(trx, { charge, dispute }, delays, now);
  return true;
}
