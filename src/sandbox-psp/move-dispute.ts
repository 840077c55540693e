import type { Transaction } from "../database/transaction.ts";
import { type Charge, refundable } from "./charge.ts";
import { after, type Delays } from "./deps.ts";
import { chargebackFee, type Dispute } from "./dispute.ts";
import { makeDisputeId } from "./ids.ts";
import { notifyOfDispute } from "./notify.ts";
import { appendLog, updateCharge } from "./queries/charges.ts";
import { findDispute, insertDispute, updateDispute } from "./queries/disputes.ts";
import { behaviourOf } from "./test-outcomes.ts";

/** A dispute with its charge, which is locked. */
export type Case = { readonly charge: Charge; readonly dispute: Dispute };

/** The customer's bank disputes what is left of a charge. What was refunded meanwhile nobody disputes. */
export async function openDispute(
  trx: Transaction,
  charge: Charge,
  delays: Delays,
  now: Date,
): Promise<void> {
  const plan = behaviourOf(charge.outcome).dispute;
  const amount = refundable(charge);
  const planned = { ...charge, disputeAt: null };
  await updateCharge(trx, planned);
  if (!plan || amount <= 0) return;
  const { id, account, idempotencyKey: chargeKey, clock, currency } = charge;
  const dispute: Dispute = {
    ...{ id: makeDisputeId(), account, charge: id, chargeKey, clock, ...plan, amount, currency },
    ...{ status: "needs_response", fee: 0, convincing: null },
    ...waitingForEvidence(delays, now),
  };
  await insertDispute(trx, dispute, now);
  const opened =
    plan.stage === "chargeback" ? await withdraw(trx, { charge: planned, dispute }) : { charge, dispute };
  await updateDispute(trx, opened.dispute);
  await notifyOfDispute(trx, opened.dispute);
}

/** What follows when nobody does anything: no evidence came in time, or the bank has looked at it. */
export async function goOn(trx: Transaction, one: Case, delays: Delays, now: Date): Promise<void> {
  const moved = await decide(trx, one, one.dispute.convincing === true, delays, now);
  await updateDispute(trx, moved);
  await notifyOfDispute(trx, moved);
}

/** Evidence is with the bank. As in other sandboxes, its words decide; any other evidence takes long and doesn't convince. */
export function withEvidence(dispute: Dispute, texts: readonly string[], delays: Delays, now: Date): Dispute {
  const convincing = texts.includes("winning_evidence");
  const known = convincing || texts.includes("losing_evidence");
  const dueAt = after(now, known ? delays.pendingMs : delays.reviewMs);
  return { ...dispute, status: "under_review", evidenceDueAt: null, convincing, dueAt };
}

/** The merchant gives in. An inquiry thereby becomes a chargeback that is lost. */
export async function concede(trx: Transaction, one: Case): Promise<Dispute> {
  const withdrawn = one.dispute.stage === "chargeback" ? one : await withdraw(trx, one);
  return ended(withdrawn.dispute, "lost");
}

/** A customer who has got everything back has nothing left to ask. */
export async function closeInquiries(trx: Transaction, charge: Charge): Promise<void> {
  for (const id of charge.disputes) {
    const dispute = await findDispute(trx, charge.account, id);
    if (dispute?.stage !== "inquiry" || dispute.dueAt === null) continue;
    const closed = ended(dispute, "closed");
    await updateDispute(trx, closed);
    await notifyOfDispute(trx, closed);
  }
}

async function decide(
  trx: Transaction,
  one: Case,
  convinced: boolean,
  delays: Delays,
  now: Date,
): Promise<Dispute> {
  const { charge, dispute } = one;
  if (dispute.stage === "inquiry") {
    if (convinced || refundable(charge) <= 0) return ended(dispute, "closed");
    const { dispute: escalated } = await withdraw(trx, one);
    return { ...escalated, status: "needs_response", convincing: null, ...waitingForEvidence(delays, now) };
  }
  if (!convinced) return ended(dispute, "lost");
  await updateCharge(trx, { ...charge, amountDisputed: charge.amountDisputed - dispute.amount });
  await appendLog(trx, charge, { kind: "dispute_returned", amount: dispute.amount, source: dispute.id });
  return ended(dispute, "won");
}

/** A chargeback takes the money first and asks then; what was refunded since an inquiry began is left out. */
async function withdraw(trx: Transaction, { charge, dispute }: Case): Promise<Case> {
  const amount = Math.min(dispute.amount, refundable(charge));
  const withdrawn = { ...charge, amountDisputed: charge.amountDisputed + amount };
  await updateCharge(trx, withdrawn);
  await appendLog(trx, charge, { kind: "dispute_withdrawn", amount, source: dispute.id });
  await appendLog(trx, charge, { kind: "dispute_fee", amount: chargebackFee, source: dispute.id });
  return {
    charge: withdrawn,
    dispute: { ...dispute, stage: "chargeback", amount, fee: chargebackFee },
  };
}

function waitingForEvidence(delays: Delays, now: Date): Pick<Dispute, "evidenceDueAt" | "dueAt"> {
  const evidenceDueAt = after(now, delays.evidenceMs);
  return { evidenceDueAt, dueAt: evidenceDueAt };
}

function ended(dispute: Dispute, status: "won" | "lost" | "closed"): Dispute {
  return { ...dispute, status, evidenceDueAt: null, dueAt: null };
}
