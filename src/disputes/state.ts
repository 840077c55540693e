import type { DisputeFacts } from "../connectors/disputes.ts";
import type { EventType } from "../events/event-types.ts";

/**
 * The state table of disputes, without any input or output: the next state when the PSP reports one, and what follows for
 * money and events. Property tests cover all of it; the diagram in docs/disputes.md is made from it.
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
 */
export type NextState = DisputeState | "no_change" | "contradiction";

/**
 * Rows: the dispute's state. Columns: the state that the PSP reports, in the order of `disputeStates`. A dispute that is over
 * stays so. A dispute never goes back, so an outdated report changes nothing.
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
    "contradiction",
    "contradiction",
    "contradiction",
    "contradiction",
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
    "no_change",
    "no_change",
    "no_change",
    "contradiction",
  ],
  "chargeback.lost": [
    "no_change",
    "no_change",
    "contradiction",
    "no_change",
    "no_change",
    "contradiction",
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

/** Whether the state is final. */
export function isOver(state: DisputeState): boolean {
  return state === "inquiry.closed" || state === "chargeback.won" || state === "chargeback.lost";
}

/** Whether the PSP waits for the merchant's evidence. */
export function awaitsResponse(state: DisputeState): boolean {
  return state === "inquiry.needs_response" || state === "chargeback.needs_response";
}

/** Whether the bank has taken the money back, for good or until the decision. */
export function holdsMoney(state: DisputeState | null): boolean {
  return (
    state === "chargeback.needs_response" ||
    state === "chargeback.under_review" ||
    state === "chargeback.lost"
  );
}

/** Movements of money. A dispute makes each of them at most once. */
export type MoneyEffect = "taken" | "given_back" | "gone";

/**
 * The movements of money that a change of state causes. A chargeback may be reported only after its decision; its money was
 * taken first all the same.
 */
export function moneyEffects(from: DisputeState | null, to: DisputeState): MoneyEffect[] {
  const effects: MoneyEffect[] = [];
  if (to.startsWith("chargeback.") && !from?.startsWith("chargeback.")) effects.push("taken");
  if (to === "chargeback.won") effects.push("given_back");
  if (to === "chargeback.lost") effects.push("gone");
  return effects;
}

/** The events of a change of state, in order. */
export function eventsOf(from: DisputeState | null, to: DisputeState): EventType[] {
  const opened: EventType[] = from === null ? ["dispute.opened"] : [];
  if (isOver(to)) return [...opened, "dispute.closed"];
  return from === null ? opened : ["dispute.updated"];
}
