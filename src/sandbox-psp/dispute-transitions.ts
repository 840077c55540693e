import type { Transaction } from "../database/transaction.ts";
import { type Charge, refundable } from "./charge.ts";
import { addMs, type Delays } from "./deps.ts";
import { chargebackFee, type Dispute, verdictsOfTexts } from "./dispute.ts";
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
    ...{ status: "needs_response", fee: 0, amountLost: 0, verdict: null },
    ...waitingForEvidence(delays, now),
  };
  await insertDispute(trx, dispute, now);
  const opened =
    plan.stage === "chargeback" ? await withdraw(trx, { charge: planned, dispute }) : { charge, dispute };
  await updateDispute(trx, opened.dispute);
  await notifyOfDispute(trx, opened.dispute);
}

/** The bank decides: the deadline has passed without evidence, or it has reviewed the evidence. Or it decides again. */
export async function advanceDispute(
  trx: Transaction,
  disputed: DisputedCharge,
  delays: Delays,
  now: Date,
): Promise<void> {
  const { status } = disputed.dispute;
  const advanced =
    status === "won" || status === "lost"
      ? await decideOtherwise(trx, disputed)
      : await decide(trx, disputed, delays, now);
  await updateDispute(trx, advanced);
  await notifyOfDispute(trx, advanced);
}

/**
 * The dispute under review. As in other sandboxes, a text such as `winning_evidence` decides; see `verdictsOfTexts`. Any other
 * evidence is reviewed for longer and loses.
 */
export function withEvidence(dispute: Dispute, texts: readonly string[], delays: Delays, now: Date): Dispute {
  const [known] = texts.flatMap((text) =>
    Object.hasOwn(verdictsOfTexts, text) ? verdictsOfTexts[text] : [],
  );
  const dueAt = addMs(now, known ? delays.pendingMs : delays.reviewMs);
  return { ...dispute, status: "under_review", evidenceDueAt: null, verdict: known ?? "lose", dueAt };
}

/** The merchant accepts the dispute. An inquiry becomes a lost chargeback. */
export async function acceptDispute(trx: Transaction, disputed: DisputedCharge): Promise<Dispute> {
  const withdrawn = disputed.dispute.stage === "chargeback" ? disputed : await withdraw(trx, disputed);
  return ended(withdrawn.dispute, "lost", withdrawn.dispute.amount);
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
  delays: Delays,
  now: Date,
): Promise<Dispute> {
  const { charge, dispute } = disputed;
  const { verdict } = dispute;
  if (dispute.stage === "inquiry") {
    if (verdict?.startsWith("win") || refundable(charge) <= 0) return ended(dispute, "closed");
    const { dispute: escalated } = await withdraw(trx, disputed);
    return { ...escalated, status: "needs_response", verdict: null, ...waitingForEvidence(delays, now) };
  }
  const again = { verdict, dueAt: addMs(now, delays.pendingMs) };
  if (verdict === "lose_then_win") return { ...ended(dispute, "lost", dispute.amount), ...again };
  if (!verdict?.startsWith("win")) return ended(dispute, "lost", dispute.amount);
  const lost = verdict === "win_partly" ? Math.floor(dispute.amount / 2) : 0;
  await giveBack(trx, charge, dispute, dispute.amount - lost);
  const won = ended(dispute, "won", lost);
  return verdict === "win_then_lose" ? { ...won, ...again } : won;
}

/** A second chargeback takes back what was won and not refunded since; a late reversal gives back what was lost. */
async function decideOtherwise(trx: Transaction, { charge, dispute }: DisputedCharge): Promise<Dispute> {
  const { id: source } = dispute;
  if (dispute.status === "lost") {
    await giveBack(trx, charge, dispute, dispute.amountLost);
    return ended(dispute, "won");
  }
  const amount = Math.min(dispute.amount, refundable(charge));
  if (amount <= 0) return ended(dispute, "won");
  await updateCharge(trx, { ...charge, amountDisputed: charge.amountDisputed + amount });
  await appendLog(trx, charge, { kind: "dispute_withdrawn", amount, source });
  return ended(dispute, "lost", amount);
}

async function giveBack(
  trx: Transaction,
  charge: Charge,
  { id: source }: Dispute,
  amount: number,
): Promise<void> {
  await updateCharge(trx, { ...charge, amountDisputed: charge.amountDisputed - amount });
  await appendLog(trx, charge, { kind: "dispute_returned", amount, source });
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

function ended(dispute: Dispute, status: "won" | "lost" | "closed", amountLost = 0): Dispute {
  return { ...dispute, status, amountLost, evidenceDueAt: null, verdict: null, dueAt: null };
}
