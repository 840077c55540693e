import type { DisputeFacts } from "../connectors/disputes.ts";
import type { EventType } from "../events/event-types.ts";

/**
 * The state table of disputes, without any input or output: the next state when the PSP reports one, and what follows for
 * money and events. Property tests cover all of it; the diagram in docs/how-to/disputes.md is made from it.
 */
export const disputeStages = ["inquiry", "chargeback"] as const satisfies readonly DisputeFacts["stage"][];
export type DisputeStage = DisputeFacts["stage"];

export const disputeStatuses = [
  "needs_response",
  "under_review",
  "won",
  "lost",
  "closed",
] as const satisfies readonly DisputeFacts["status"][];
export type DisputeStatus = DisputeFacts["status"];

/** The states of a dispute. An inquiry can only be closed, because it took no money; a chargeback is won or lost. */
export const disputeStates = [
  "inquiry.needs_response",
  "inquiry.under_review",
  "inquiry.closed",
  "chargeback.needs_response",
  "chargeback.under_review",
  "chargeback.won",
  "chargeback.lost",
] as const;
export type DisputeState = (typeof disputeStates)[number];

/**
 * The result of a report: the next state, `no_change` if the report says nothing new, or `contradiction` if it can't be true
 * after earlier reports. A contradiction is for an operator to look into.
 *
 * A dispute that is over may be opened or decided again: by a second chargeback, pre-arbitration or a late reversal. Only a report
 * that is certainly newer than the end may do that; see `whenAsked` in apply-facts.ts.
 */
export type NextState = DisputeState | "no_change" | "contradiction";

/**
 * Rows: the dispute's state. Columns: the state that the PSP reports, in the order of `disputeStates`. Before its end a dispute
 * never goes back, so an outdated report changes nothing. A chargeback never becomes an inquiry again.
 */
const transitions: Readonly<Record<DisputeState, readonly NextState[]>> = {
  "inquiry.needs_response": [
    "no_change",
    "inquiry.under_review",
    "inquiry.closed",
    "chargeback.needs_response",
    "chargeback.under_review",
    "chargeback.won",
    "chargeback.lost",
  ],
  "inquiry.under_review": [
    "no_change",
    "no_change",
    "inquiry.closed",
    "chargeback.needs_response",
    "chargeback.under_review",
    "chargeback.won",
    "chargeback.lost",
  ],
  "inquiry.closed": [
    "no_change",
    "no_change",
    "no_change",
    "chargeback.needs_response",
    "chargeback.under_review",
    "chargeback.won",
    "chargeback.lost",
  ],
  "chargeback.needs_response": [
    "no_change",
    "no_change",
    "contradiction",
    "no_change",
    "chargeback.under_review",
    "chargeback.won",
    "chargeback.lost",
  ],
  "chargeback.under_review": [
    "no_change",
    "no_change",
    "contradiction",
    "no_change",
    "no_change",
    "chargeback.won",
    "chargeback.lost",
  ],
  "chargeback.won": [
    "no_change",
    "no_change",
    "contradiction",
    "chargeback.needs_response",
    "chargeback.under_review",
    "no_change",
    "chargeback.lost",
  ],
  "chargeback.lost": [
    "no_change",
    "no_change",
    "contradiction",
    "chargeback.needs_response",
    "chargeback.under_review",
    "chargeback.won",
    "no_change",
  ],
};

/** The next state after a report. `from` is null for the first report. */
export function nextState(from: DisputeState | null, reported: DisputeState): NextState {
  if (from === null) return reported;
  return transitions[from][disputeStates.indexOf(reported)] ?? "contradiction";
}

/** Stage and status as one state; undefined for impossible pairs, such as an inquiry that was won. */
export function stateOf({ stage, status }: Pick<DisputeFacts, "stage" | "status">): DisputeState | undefined {
  return disputeStates.find((state) => state === `${stage}.${status}`);
}

/** Whether the dispute is over, unless the PSP changes its decision. */
export function isOver(state: DisputeState): boolean {
  return state === "inquiry.closed" || state === "chargeback.won" || state === "chargeback.lost";
}

/** Whether the PSP waits for the merchant's evidence. */
export function awaitsResponse(state: DisputeState): boolean {
  return state === "inquiry.needs_response" || state === "chargeback.needs_response";
}

/** Whether the bank has taken the money back, and hasn't decided yet. */
function isHeld(state: DisputeState): boolean {
  return state === "chargeback.needs_response" || state === "chargeback.under_review";
}

/** What decides where the money of a dispute is. Amounts are minor units. */
export type DisputeMoney = {
  readonly state: DisputeState;
  /** The disputed amount. */
  readonly amount: number;
  /** Of a decided chargeback: the part that the customer keeps. */
  readonly amountLost: number;
};

/** What a bank has taken of a payment, in minor units: `held` until it decides, `lost` for good. */
export type Taken = { readonly held: number; readonly lost: number };

/** What the bank has taken in a state. Nothing before the first report. */
export function takenIn(money: DisputeMoney | null): Taken {
  if (money === null) return { held: 0, lost: 0 };
  if (isHeld(money.state)) return { held: money.amount, lost: 0 };
  return { held: 0, lost: money.amountLost };
}

/** Whether the bank looks at the evidence of a chargeback. Meanwhile the PSP may give money back for a time. */
export const isReview = (state: DisputeState): boolean => state === "chargeback.under_review";

/** The movements of a dispute's money, in the order in which they are posted. */
export const moneyEffects = ["taken", "loss_undone", "given_back", "gone"] as const;
export type MoneyEffect = {
  readonly what: (typeof moneyEffects)[number];
  /** Minor units, above zero. */
  readonly amount: number;
};

/**
 * The movements of money between two reports: the difference between what the bank had taken and what it has taken now. So any
 * sequence of reports ends with the right balances, and a repeated report moves nothing. A chargeback may be reported only after
 * its decision; its whole amount was taken first all the same.
 */
export function effectsBetween(before: DisputeMoney | null, after: DisputeMoney): MoneyEffect[] {
  const isFirst = after.state.startsWith("chargeback.") && !before?.state.startsWith("chargeback.");
  if (!isFirst) return differences(takenIn(before), takenIn(after));
  const whole: Taken = { held: after.amount, lost: 0 };
  return [...differences(takenIn(before), whole), ...differences(whole, takenIn(after))];
}

function differences(before: Taken, after: Taken): MoneyEffect[] {
  const taken = after.held + after.lost - before.held - before.lost;
  const lost = after.lost - before.lost;
  const effects: MoneyEffect[] = [
    { what: "taken", amount: taken },
    { what: "loss_undone", amount: -lost },
    { what: "given_back", amount: -taken },
    { what: "gone", amount: lost },
  ];
  return effects.filter(({ amount }) => amount > 0);
}

/** The events of a change of state, in order. `dispute.closed` is sent again when the PSP decides otherwise. */
export function eventsOf(from: DisputeState | null, to: DisputeState): EventType[] {
  const opened: EventType[] = from === null ? ["dispute.opened"] : [];
  if (isOver(to)) return [...opened, "dispute.closed"];
  if (from === null) return opened;
  return [isOver(from) ? "dispute.reopened" : "dispute.updated"];
}
