import { unreachable } from "../kernel/assert.ts";
import { approval, type Charge, type ChargeState, type DeclineReason, decline } from "./charge.ts";
import type { TestCard, TestOutcome } from "./test-cards.ts";

/** What the consumer typed beside the number. */
export type CardEntry = { readonly expiryMonth: number; readonly expiryYear: number; readonly cvc: string };

/** The issuer's answer to a request for money, before anything is stored. */
export function decideCharge(
  card: TestCard,
  entry: CardEntry,
  charge: Pick<Charge, "amount" | "capture">,
  nowMs: number,
): ChargeState {
  const fault = entryFault(card, entry, nowMs);
  if (fault) return decline(fault);
  return decideOutcome(card.outcome, charge);
}

/** How a charge that waited for time to pass ends; undefined when it waits for nothing of the kind. */
export function decideDue(
  charge: Pick<Charge, "status" | "outcome" | "amount" | "capture">,
): ChargeState | undefined {
  if (charge.status === "action_required") return decline("abandoned");
  if (charge.status !== "pending") return undefined;
  return charge.outcome === "decline_later" ? decline("generic_decline") : approval(charge);
}

function decideOutcome(outcome: TestOutcome, charge: Pick<Charge, "amount" | "capture">): ChargeState {
  switch (outcome) {
    case "approve":
    case "approve_then_time_out":
      return approval(charge);
    case "generic_decline":
    case "insufficient_funds":
    case "expired_card":
    case "incorrect_cvc":
    case "processing_error":
      return decline(outcome);
    case "challenge":
      return { status: "action_required", declineReason: null, amountCaptured: 0 };
    case "approve_later":
    case "decline_later":
      return { status: "pending", declineReason: null, amountCaptured: 0 };
    default:
      return unreachable(outcome);
  }
}

/** A card that is approved still needs an expiry to come and a security code of its brand's length. */
function entryFault(card: TestCard, entry: CardEntry, nowMs: number): DeclineReason | undefined {
  const firstInvalidMs = Date.UTC(entry.expiryYear, entry.expiryMonth, 1);
  // A day's grace, for the month ends later in the west than in UTC.
  if (firstInvalidMs + 86_400_000 <= nowMs) return "expired_card";
  if (entry.cvc.length !== card.cvcLength) return "incorrect_cvc";
  return undefined;
}
