import type { DeclineReason } from "../connectors/contract.ts";

/**
 * Whoever holds a card that isn't theirs must not learn what the bank knows of it, so these are told as a plain refusal.
 * Merchants read the true reason in the payment's attempts. `do_not_honor` says no more than that to begin with.
 */
const untold = ["lost_card", "stolen_card", "fraudulent", "do_not_honor"] as const;
type Untold = (typeof untold)[number];

/** A reason that the customer may know; each has its text, `decline.<reason>`. */
export type ToldReason = Exclude<DeclineReason, Untold>;

export function toldReason(reason: DeclineReason): ToldReason {
  return isUntold(reason) ? "generic_decline" : reason;
}

function isUntold(reason: DeclineReason): reason is Untold {
  return (untold as readonly string[]).includes(reason);
}
