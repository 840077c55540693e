import type { DisputeFacts } from "../connectors/contract.ts";
import type { EventType } from "../events/event-types.ts";

/**
 * The state table of disputes, without any input or output: what a dispute becomes when the PSP says where it stands, and
 * what follows for money and events. Property tests run over all of it; the diagram in docs/disputes.md is drawn from it.
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

/** Where a dispute can stand. An inquiry is only ever closed, for it took nothing; a chargeback is won or lost. */
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
 * What follows from the PSP's word: another state, nothing, because it says nothing new, or nothing, because it can't be
 * true beside what was said before. The last is for a person to look at.
 */
export type Step = DisputeState | "no_change" | "contradiction";

/**
 * Rows: where the dispute is. Columns: where the PSP says that it is, in the order of `disputeStates`. What is over stays
 * so; what an earlier question was answered with changes nothing, for a dispute never goes back.
 */
const steps: Readonly<Record<DisputeState, readonly Step[]>> = {
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

/** What the PSP's word makes of a dispute; `from` is null before anything is known of it. */
export function step(from: DisputeState | null, said: DisputeState): Step {
  if (from === null) return said;
  return steps[from][disputeStates.indexOf(said)] ?? "contradiction";
}

/** Stage and status as one state; undefined for the pairs that don't exist, such as an inquiry that is won. */
export function stateOf({ stage, status }: Pick<DisputeFacts, "stage" | "status">): DisputeState | undefined {
  return disputeStates.find((state) => state === `${stage}.${status}`);
}

/** Whether nothing can change any more. */
export function isOver(state: DisputeState): boolean {
  return state === "inquiry.closed" || state === "chargeback.won" || state === "chargeback.lost";
}

/** Whether the PSP waits for the merchant's evidence. */
export function awaitsResponse(state: DisputeState): boolean {
  return state === "inquiry.needs_response" || state === "chargeback.needs_response";
}

/** Whether the bank has taken the money back, be it for good or until it is decided. */
export function holdsMoney(state: DisputeState | null): boolean {
  return (
    state === "chargeback.needs_response" ||
    state === "chargeback.under_review" ||
    state === "chargeback.lost"
  );
}

/** Movements of money, each of which a dispute makes once at most. */
export type MoneyEffect = "taken" | "given_back" | "gone";

/**
 * What a change of state does to money. A chargeback that is heard of only when it is decided has been opened all the
 * same, so its money was taken before it was given back or went.
 */
export function moneyEffects(from: DisputeState | null, to: DisputeState): MoneyEffect[] {
  const effects: MoneyEffect[] = [];
  if (to.startsWith("chargeback.") && !from?.startsWith("chargeback.")) effects.push("taken");
  if (to === "chargeback.won") effects.push("given_back");
  if (to === "chargeback.lost") effects.push("gone");
  return effects;
}

/** The events that tell of a change, in their order. */
export function eventsOf(from: DisputeState | null, to: DisputeState): EventType[] {
  const opened: EventType[] = from === null ? ["dispute.opened"] : [];
  if (isOver(to)) return [...opened, "dispute.closed"];
  return from === null ? opened : ["dispute.updated"];
}
