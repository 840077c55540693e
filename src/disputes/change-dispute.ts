import type { DisputeFacts } from "../connectors/disputes.ts";
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
import { type DisputeTransition, insertDispute, setFee, transitionDispute } from "./queries.ts";
import { awaitsResponse, type DisputeState, holdsMoney, isOver, moneyEffects } from "./state.ts";

/** Facts that match the charge and the dispute. */
export type Change = {
  readonly facts: DisputeFacts;
  readonly verdict: Extract<Verdict, { kind: "fits" }>;
  readonly charge: DisputedCharge;
};

type Opening = {
  readonly account: string;
  readonly clockId: string | null;
  /** Real time, for the id, even if the session has a clock: lists are sorted by id. */
  readonly nowMs: number;
};

/** Writes a dispute that is reported for the first time. The caller has locked its session. */
export async function openDispute(
  trx: TenantTransaction,
  { facts, verdict, charge, account, clockId, nowMs }: Change & Opening,
): Promise<StoredDispute> {
  const { to } = verdict;
  assert(to !== "no_change", "a new dispute is always a change");
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
 * Writes a change of a known dispute. Returns undefined if nothing has changed. The confirmation of evidence is a change
 * even if the PSP reports the same state as before.
 *
 * @param confirmed key of the action that the PSP has confirmed, if this is its response to one
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
    const unchanged = isSent
      ? await transitionDispute(trx, known.id, sameStateWithEvidence(known, fee))
      : await setFee(trx, known.id, fee);
    await bookFee(trx, unchanged, known.fee);
    return unchanged;
  }
  const dispute = await transitionDispute(trx, known.id, {
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

function sameStateWithEvidence(known: StoredDispute, fee: number): DisputeTransition {
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
 * The fee is charged once, with the chargeback or after it. A fee that is booked stays, whatever the PSP reports later. A
 * report may add the fee and nothing else, even after the dispute is over.
 */
function feeOf(known: StoredDispute, facts: DisputeFacts): number {
  if (known.fee > 0) return known.fee;
  return facts.stage === "chargeback" ? facts.fee : 0;
}

/**
 * Whether the evidence has arrived. It has if the PSP confirmed it, or is found later to be reviewing it or to have decided
 * for the merchant. A lost dispute may have been lost because the evidence didn't arrive. A new stage needs new evidence.
 */
function evidenceAfter(
  known: StoredDispute,
  stage: StoredDispute["stage"],
  to: DisputeState,
  isConfirmed: boolean,
): DisputeTransition["evidence"] {
  const isPending = known.pendingAction === "evidence";
  if (isPending && isConfirmed && !awaitsResponse(to)) return "sent_now";
  if (known.stage !== stage) return "not_sent";
  return isPending && to !== "chargeback.lost" ? "sent_now" : "as_it_was";
}

/** Updates the payment's disputed amount and posts to the ledger. */
async function moveMoney(
  trx: TenantTransaction,
  dispute: StoredDispute,
  { from, to, feeBefore }: { from: DisputeState | null; to: DisputeState; feeBefore: number },
): Promise<void> {
  const { id: sourceId, paymentId, connectorAccount, currency, amount, late } = dispute;
  const held = Number(holdsMoney(to)) - Number(holdsMoney(from));
  if (held !== 0) await addDisputed(trx, paymentId, { late, by: held * amount });
  const cause = { sourceId, paymentId, connectorAccount, currency, amount };
  const effects = moneyEffects(from, to);
  if (effects.includes("taken")) await post(trx, makePosting("dispute_opened", cause));
  await bookFee(trx, dispute, feeBefore);
  if (effects.includes("given_back")) await reverse(trx, makeReversal("dispute_won", cause));
  if (effects.includes("gone")) await post(trx, makePosting(await lossOf(trx, dispute), cause));
}

async function bookFee(
  trx: TenantTransaction,
  { id: sourceId, paymentId, connectorAccount, currency, fee }: StoredDispute,
  feeBefore: number,
): Promise<void> {
  if (fee === feeBefore) return;
  const cause = { sourceId, paymentId, connectorAccount, currency, amount: fee };
  await post(trx, makePosting("dispute_fee", cause));
}

/**
 * Whose money is lost. Late funds that waits to be returned is in the account `surplus` and is lost from there. Late funds
 * that was kept, or returned before the bank took it a second time, is the merchant's loss.
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
