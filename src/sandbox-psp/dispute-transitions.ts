import type { Transaction } from "../database/transaction.ts";
import { type Charge, refundable } from "./charge.ts";
import { addMs, type Delays } from "./deps.ts";
import { chargebackFee, type Dispute } from "./dispute.ts";
import { makeDisputeId } from "./ids.ts";
import { notifyOfDispute } from "./notify.ts";
import { appendLog, updateCharge } from "./queries/charges.ts";
import { findDispute, insertDispute, updateDispute } from "./queries/disputes.ts";
import { behaviourOf } from "./test-outcomes.ts";

/** A dispute with its charge, which is locked. */
export type DisputedCharge = { readonly charge: Charge; readonly dispute: Dispute };

/** The customer's bank disputes the part of a charge that hasn't been refunded. */
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

/** The bank decides: the deadline has passed without evidence, or it has reviewed the evidence. */
export async function advanceDispute(
  trx: Transaction,
  disputed: DisputedCharge,
  delays: Delays,
  now: Date,
): Promise<void> {
  const advanced = await decide(trx, disputed, disputed.dispute.convincing === true, delays, now);
  await updateDispute(trx, advanced);
  await notifyOfDispute(trx, advanced);
}

/**
 * The dispute under review. As in other sandboxes, the text `winning_evidence` or `losing_evidence` decides. Any other
 * evidence is reviewed for longer and loses.
 */
export function withEvidence(dispute: Dispute, texts: readonly string[], delays: Delays, now: Date): Dispute {
  const convincing = texts.includes("winning_evidence");
  const known = convincing || texts.includes("losing_evidence");
  const dueAt = addMs(now, known ? delays.pendingMs : delays.reviewMs);
  return { ...dispute, status: "under_review", evidenceDueAt: null, convincing, dueAt };
}

/** The merchant accepts the dispute. An inquiry becomes a lost chargeback. */
export async function acceptDispute(trx: Transaction, disputed: DisputedCharge): Promise<Dispute> {
  const withdrawn = disputed.dispute.stage === "chargeback" ? disputed : await withdraw(trx, disputed);
  return ended(withdrawn.dispute, "lost");
}

/** Closes the open inquiries of a charge that has been refunded in full. */
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
  disputed: DisputedCharge,
  convinced: boolean,
  delays: Delays,
  now: Date,
): Promise<Dispute> {
  const { charge, dispute } = disputed;
  if (dispute.stage === "inquiry") {
    if (convinced || refundable(charge) <= 0) return ended(dispute, "closed");
    const { dispute: escalated } = await withdraw(trx, disputed);
    return { ...escalated, status: "needs_response", convincing: null, ...waitingForEvidence(delays, now) };
  }
  if (!convinced) return ended(dispute, "lost");
  await updateCharge(trx, { ...charge, amountDisputed: charge.amountDisputed - dispute.amount });
  await appendLog(trx, charge, { kind: "dispute_returned", amount: dispute.amount, source: dispute.id });
  return ended(dispute, "won");
}

/** A chargeback withdraws the disputed amount and the fee, but not what was refunded since the inquiry began. */
async function withdraw(trx: Transaction, { charge, dispute }: DisputedCharge): Promise<DisputedCharge> {
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
  const evidenceDueAt = addMs(now, delays.evidenceMs);
  return { evidenceDueAt, dueAt: evidenceDueAt };
}

function ended(dispute: Dispute, status: "won" | "lost" | "closed"): Dispute {
  return { ...dispute, status, evidenceDueAt: null, dueAt: null };
}
