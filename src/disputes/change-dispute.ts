import type { DisputeFacts } from "../connectors/disputes.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import { assert, unreachable } from "../kernel/assert.ts";
import { makeId } from "../kernel/id.ts";
import { post, reverse } from "../ledger/post.ts";
import { type Cause, makePosting, makeReversal, type Posting } from "../ledger/postings.ts";
import { addDisputed, type DisputedCharge } from "../payments/dispute-reports/disputed-charge.ts";
import { disputeWaitMs } from "./check-schedule.ts";
import { moneyOf, type StoredDispute, stateOfStored } from "./dispute.ts";
import { lossPosting, undoLossPosting } from "./loss-postings.ts";
import type { Verdict } from "./match-facts.ts";
import { type DisputeTransition, insertDispute, setAmounts, transitionDispute } from "./queries.ts";
import {
  awaitsResponse,
  type DisputeMoney,
  type DisputeState,
  effectsBetween,
  isOver,
  isReview,
  type MoneyEffect,
  takenIn,
} from "./state.ts";

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
  const { to, amountLost, amountReturned } = verdict;
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
    amountLost,
    amountReturned,
    over: isOver(to),
    checkAfterMs: disputeWaitMs(0),
  });
  await moveMoney(trx, dispute, undefined);
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
  { facts, verdict: { from, to, amountLost, amountReturned } }: Change,
  confirmed: string | undefined,
): Promise<StoredDispute | undefined> {
  const isConfirmed = confirmed !== undefined && known.actionKey === confirmed;
  if (to === "no_change") {
    const fee = feeOf(known, facts);
    const isSent = isConfirmed && known.pendingAction === "evidence";
    if (!isSent && fee === known.fee && amountReturned === known.amountReturned) return undefined;
    const amounts = { fee, amountReturned };
    const unchanged = isSent
      ? await transitionDispute(trx, known.id, sameStateWithEvidence(known, amounts))
      : await setAmounts(trx, known.id, amounts);
    await moveMoney(trx, unchanged, known);
    return unchanged;
  }
  const dispute = await transitionDispute(trx, known.id, {
    stage: facts.stage,
    status: facts.status,
    amount: facts.amount,
    amountLost,
    amountReturned,
    fee: feeOf(known, facts),
    evidenceDueAt: facts.evidenceDueAt,
    over: isOver(to),
    accepted: to === "chargeback.lost" && (known.pendingAction === "accept" || known.accepted),
    changesWord: from !== null && isOver(from),
    evidence: evidenceAfter(known, facts.stage, to, isConfirmed),
    checkAfterMs: disputeWaitMs(0),
  });
  await moveMoney(trx, dispute, known);
  return dispute;
}

function sameStateWithEvidence(
  known: StoredDispute,
  amounts: Pick<DisputeTransition, "fee" | "amountReturned">,
): DisputeTransition {
  return {
    stage: known.stage,
    status: known.status,
    amount: known.amount,
    amountLost: known.amountLost,
    ...amounts,
    evidenceDueAt: known.evidenceDueAt?.toISOString() ?? null,
    over: false,
    accepted: false,
    changesWord: false,
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

/** Updates the payment's disputed amount and posts to the ledger: the difference between before and now. */
async function moveMoney(
  trx: TenantTransaction,
  dispute: StoredDispute,
  known: StoredDispute | undefined,
): Promise<void> {
  const { paymentId, late } = dispute;
  const [before, now] = [known ? moneyOf(known) : null, moneyOf(dispute)];
  const by = totalOf(now) - totalOf(before);
  if (by !== 0) await addDisputed(trx, paymentId, { late, by });
  await bookFee(trx, dispute, known?.fee ?? 0);
  const [wasBack, isBack] = [known ? returnedNow(known) : 0, returnedNow(dispute)];
  // What had come back for a time counts by the decision from now on.
  if (wasBack > 0 && isBack === 0)
    await reverse(trx, makeReversal("dispute_retaken", causeOf(dispute, wasBack)));
  for (const effect of effectsBetween(before, now)) await post(trx, await postingOf(trx, dispute, effect));
  if (wasBack === 0 && isBack > 0) await post(trx, makePosting("dispute_returned", causeOf(dispute, isBack)));
}

/** What has come back until the decision, in minor units; 0 before and after the review. */
const returnedNow = (dispute: StoredDispute): number =>
  isReview(stateOfStored(dispute)) ? dispute.amountReturned : 0;

function totalOf(money: DisputeMoney | null): number {
  const { held, lost } = takenIn(money);
  return held + lost;
}

async function postingOf(
  trx: TenantTransaction,
  dispute: StoredDispute,
  { what, amount }: MoneyEffect,
): Promise<Posting> {
  const cause = causeOf(dispute, amount);
  switch (what) {
    case "taken":
      return makePosting("dispute_opened", cause);
    case "given_back":
      return makePosting("dispute_won", cause);
    case "gone":
      return lossPosting(trx, dispute, cause);
    case "loss_undone":
      return undoLossPosting(trx, dispute, cause);
    default:
      return unreachable(what);
  }
}

function causeOf(
  { id: sourceId, paymentId, connectorAccount, currency, revision: version }: StoredDispute,
  amount: number,
): Cause {
  return { sourceId, paymentId, connectorAccount, currency, amount, version };
}

/** The fee is posted once. */
async function bookFee(trx: TenantTransaction, dispute: StoredDispute, feeBefore: number): Promise<void> {
  if (dispute.fee === feeBefore) return;
  await post(trx, makePosting("dispute_fee", { ...causeOf(dispute, dispute.fee), version: 0 }));
}
