import type { DisputeFacts } from "../connectors/contract.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import { assert, present } from "../kernel/assert.ts";
import { makeId } from "../kernel/id.ts";
import { post, reverse } from "../ledger/post.ts";
import { makePosting, makeReversal } from "../ledger/postings.ts";
import { addDisputed, type DisputedCharge } from "../payments/dispute-reports/disputed-charge.ts";
import { readLateFunds } from "../payments/late-funds/read-late-funds.ts";
import { disputeWaitMs } from "./check-schedule.ts";
import type { StoredDispute } from "./dispute.ts";
import type { Verdict } from "./match-facts.ts";
import { type DisputeMove, insertDispute, moveDispute, setFee } from "./queries.ts";
import { awaitsResponse, type DisputeState, holdsMoney, isOver, moneyEffects } from "./state.ts";

/** Facts that were held against the charge and the dispute, and fit. */
export type Change = {
  readonly facts: DisputeFacts;
  readonly verdict: Extract<Verdict, { kind: "fits" }>;
  readonly charge: DisputedCharge;
};

type Opening = {
  readonly account: string;
  readonly clockId: string | null;
  /** Real time, which ids carry, also of what lives by a clock: lists go by them. */
  readonly nowMs: number;
};

/** Writes a dispute that is heard of for the first time. The caller holds its session's lock. */
export async function openDispute(
  trx: TenantTransaction,
  { facts, verdict, charge, account, clockId, nowMs }: Change & Opening,
): Promise<StoredDispute> {
  const { to } = verdict;
  assert(to !== "no_change", "a dispute that wasn't known is always a change");
  const dispute = await insertDispute(trx, {
    id: makeId("dp", trx.mode, trx.tenantId, nowMs),
    paymentId: charge.payment.id,
    sessionId: charge.payment.sessionId,
    attemptId: charge.attempt.id,
    late: charge.attempt.status === "late",
    connectorAccount: account,
    clockId,
    facts,
    over: isOver(to),
    checkAfterMs: disputeWaitMs(0),
  });
  await moveMoney(trx, dispute, { from: null, to, feeBefore: 0 });
  return dispute;
}

/**
 * Writes a change of a known dispute; undefined when there is none. Evidence that the PSP has confirmed is a change even
 * where the PSP's word on the dispute is the same as before.
 *
 * @param confirmed key of the action that the PSP has confirmed, if this is its answer to one
 */
export async function updateDispute(
  trx: TenantTransaction,
  known: StoredDispute,
  { facts, verdict: { from, to } }: Change,
  confirmed: string | undefined,
): Promise<StoredDispute | undefined> {
  const isConfirmed = confirmed !== undefined && known.actionKey === confirmed;
  if (to === "no_change") {
    const fee = feeOf(known, facts);
    const isSent = isConfirmed && known.pendingAction === "evidence";
    if (!isSent && fee === known.fee) return undefined;
    const unmoved = isSent
      ? await moveDispute(trx, known.id, unmovedWithEvidence(known, fee))
      : await setFee(trx, known.id, fee);
    await bookFee(trx, unmoved, known.fee);
    return unmoved;
  }
  const dispute = await moveDispute(trx, known.id, {
    stage: facts.stage,
    status: facts.status,
    amount: facts.amount,
    fee: feeOf(known, facts),
    evidenceDueAt: facts.evidenceDueAt,
    over: isOver(to),
    accepted: known.pendingAction === "accept" && to === "chargeback.lost",
    evidence: evidenceAfter(known, facts.stage, to, isConfirmed),
    checkAfterMs: disputeWaitMs(0),
  });
  await moveMoney(trx, dispute, { from, to, feeBefore: known.fee });
  return dispute;
}

function unmovedWithEvidence(known: StoredDispute, fee: number): DisputeMove {
  return {
    stage: known.stage,
    status: known.status,
    amount: known.amount,
    fee,
    evidenceDueAt: known.evidenceDueAt?.toISOString() ?? null,
    over: false,
    accepted: false,
    evidence: "sent_now",
    checkAfterMs: disputeWaitMs(0),
  };
}

/**
 * Charged once, with the chargeback or after it; what was booked stays, whatever the PSP says of it later. PSPs may say what
 * they charge without saying anything else that is new, also when the dispute is over.
 */
function feeOf(known: StoredDispute, facts: DisputeFacts): number {
  if (known.fee > 0) return known.fee;
  return facts.stage === "chargeback" ? facts.fee : 0;
}

/**
 * Whether the evidence has arrived. Its own answer says so; asked later, a PSP that reviews or has decided otherwise than
 * by losing says so too. A dispute that was lost may have been lost for want of it, and another stage wants it anew.
 */
function evidenceAfter(
  known: StoredDispute,
  stage: StoredDispute["stage"],
  to: DisputeState,
  isConfirmed: boolean,
): DisputeMove["evidence"] {
  const isPending = known.pendingAction === "evidence";
  if (isPending && isConfirmed && !awaitsResponse(to)) return "sent_now";
  if (known.stage !== stage) return "not_sent";
  return isPending && to !== "chargeback.lost" ? "sent_now" : "as_it_was";
}

/** The payment's disputed amount and the ledger follow the dispute. */
async function moveMoney(
  trx: TenantTransaction,
  dispute: StoredDispute,
  { from, to, feeBefore }: { from: DisputeState | null; to: DisputeState; feeBefore: number },
): Promise<void> {
  const { id: sourceId, paymentId, currency, amount, late } = dispute;
  const held = Number(holdsMoney(to)) - Number(holdsMoney(from));
  if (held !== 0) await addDisputed(trx, paymentId, { late, by: held * amount });
  const cause = { sourceId, paymentId, currency, amount };
  const effects = moneyEffects(from, to);
  if (effects.includes("taken")) await post(trx, makePosting("dispute_opened", cause));
  await bookFee(trx, dispute, feeBefore);
  if (effects.includes("given_back")) await reverse(trx, makeReversal("dispute_won", cause));
  if (effects.includes("gone")) await post(trx, makePosting(await lossOf(trx, dispute), cause));
}

async function bookFee(
  trx: TenantTransaction,
  { id: sourceId, paymentId, currency, fee }: StoredDispute,
  feeBefore: number,
): Promise<void> {
  if (fee === feeBefore) return;
  await post(trx, makePosting("dispute_fee", { sourceId, paymentId, currency, amount: fee }));
}

/**
 * Whose money is lost. Late funds that wait to be returned lie in the surplus, and go with it; what was kept, or had
 * gone back before the bank took it once more, is the merchant's loss.
 */
async function lossOf(
  trx: TenantTransaction,
  { attemptId, paymentId, amount, late }: StoredDispute,
): Promise<"dispute_lost" | "late_dispute_lost"> {
  if (!late) return "dispute_lost";
  const attempt = present(attemptId, "the attempt of a dispute of late funds");
  const { surplus } = await readLateFunds(trx, { paymentId, attemptId: attempt });
  return surplus >= amount ? "late_dispute_lost" : "dispute_lost";
}
