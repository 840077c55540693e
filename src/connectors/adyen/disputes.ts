import type { DisputeFacts, DisputeOutcome, DisputeRequest } from "../disputes.ts";
import { reasonOfSchemeCode } from "../scheme-reasons.ts";
import { fromAdyen } from "./amounts.ts";
import { type AdyenFact, inOrder, readFacts } from "./fact.ts";
import { disputeEvents } from "./fold.ts";
import { unknown } from "./unknown.ts";

/**
 * A dispute, by the facts about it. Adyen can't be asked about disputes, and doesn't notify of an acceptance: a chargeback that the
 * merchant has accepted is lost, even if a late notice says that it could be defended.
 */
export async function findDispute(request: DisputeRequest): Promise<DisputeOutcome> {
  const dispute = foldDispute(request);
  if (!dispute) return unknown("no notification of the dispute is known");
  const isLost = request.isAccepted && dispute.stage === "chargeback" && dispute.status === "needs_response";
  return { kind: "known", dispute: isLost ? { ...dispute, status: "lost" } : dispute };
}

/** The dispute as all of its facts say together; undefined if there are none, or an amount can't be read. */
export function foldDispute({ pspReference, facts }: DisputeRequest): DisputeFacts | undefined {
  const events = inOrder(readFacts(facts)).filter(
    (fact) => fact.pspReference === pspReference && disputeEvents.has(fact.eventCode),
  );
  const last = events.at(-1);
  const charged = events.find(({ eventCode }) => eventCode === "CHARGEBACK") ?? last;
  const money = charged && fromAdyen(charged);
  if (!last || !money) return undefined;
  return {
    pspReference,
    chargeKey: last.merchantReference,
    ...decisionOf(events, money.amount),
    reason: reasonOfSchemeCode(latest(events, "chargebackReasonCode") ?? ""),
    ...money,
    fee: 0,
    evidenceDueAt: latest(events, "defensePeriodEndsAt") ?? null,
  };
}

/**
 * The state and, if it is decided, the part that the customer keeps. A reversal may be of a part of the amount. Before the decision it
 * is what has come back for a time.
 */
function decisionOf(
  events: readonly AdyenFact[],
  amount: number,
): Pick<DisputeFacts, "stage" | "status" | "amountLost" | "amountReturned"> {
  const state = stateOf(events);
  const amountOf = (eventCode: string): number | undefined => {
    const fact = events.findLast((event) => event.eventCode === eventCode);
    return fact && fromAdyen(fact)?.amount;
  };
  const reversed = amountOf("CHARGEBACK_REVERSED");
  const kept = amount - Math.min(amount, reversed ?? amount);
  if (state.status === "under_review" && state.stage === "chargeback" && reversed !== undefined)
    return { ...state, amountReturned: amount - kept };
  if (state.status === "won") return { ...state, amountLost: kept };
  const takenAgain = amountOf("SECOND_CHARGEBACK");
  if (state.status !== "lost" || takenAgain === undefined) return state;
  return { ...state, amountLost: Math.min(amount, kept + takenAgain) };
}

const latest = (
  events: readonly AdyenFact[],
  field: "chargebackReasonCode" | "defensePeriodEndsAt" | "disputeStatus",
): string | undefined => events.findLast((fact) => fact[field] !== null)?.[field] ?? undefined;

/**
 * By which events have come, not by their order. `CHARGEBACK_REVERSED` isn't the end: the money is back as long as the issuer looks at
 * the defence, and may take it again. A notice before the money is taken is an inquiry.
 */
function stateOf(events: readonly AdyenFact[]): Pick<DisputeFacts, "stage" | "status"> {
  const has = (...codes: string[]) => events.some(({ eventCode }) => codes.includes(eventCode));
  if (has("PREARBITRATION_WON")) return { stage: "chargeback", status: "won" };
  if (has("PREARBITRATION_LOST", "SECOND_CHARGEBACK")) return { stage: "chargeback", status: "lost" };
  if (has("ISSUER_RESPONSE_TIMEFRAME_EXPIRED")) return { stage: "chargeback", status: "won" };
  const isDefended = has("INFORMATION_SUPPLIED", "CHARGEBACK_REVERSED");
  const isOver = has("DISPUTE_DEFENSE_PERIOD_ENDED");
  const stage = has("CHARGEBACK", "CHARGEBACK_REVERSED") ? "chargeback" : "inquiry";
  if (isDefended) return { stage, status: "under_review" };
  if (isOver) return stage === "chargeback" ? { stage, status: "lost" } : { stage, status: "under_review" };
  const isDefendable = events.findLast(({ defendable }) => defendable !== null)?.defendable ?? true;
  return { stage, status: isDefendable ? "needs_response" : "under_review" };
}
