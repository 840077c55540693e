import { decideAmount, type TransferRules } from "../statement-matching/decide-amount.ts";
import type { EntryPart } from "./entry-parts.ts";
import type { EntryMatch, MatchAction } from "./match.ts";
import { type ExpectedTransfer, isOver } from "./transfer.ts";

/** Why money for a known transfer waits for a person. */
export type Flag = "late" | "wrong_currency";

export type PartDecision =
  | { readonly kind: "flagged"; readonly flag: Flag }
  | { readonly kind: "matched"; readonly match: EntryMatch; readonly transfer: ExpectedTransfer };

export type How = Pick<EntryMatch, "rule" | "decidedBy">;

/** Decides by the tenant's rules what is done with money for a transfer, and how the transfer is afterwards. */
export function decidePart(
  part: EntryPart,
  transfer: ExpectedTransfer,
  how: How,
  { rules, nowMs }: { readonly rules: TransferRules; readonly nowMs: number },
): PartDecision {
  const expected = { ...transfer, isExpired: isOver(transfer, nowMs) };
  const decision = decideAmount(part.incoming, expected, rules);
  const { amountMinor } = part.incoming;
  switch (decision.action) {
    case "flag":
      return { kind: "flagged", flag: decision.reason === "late" ? "late" : "wrong_currency" };
    case "refund":
      return counted({ action: "refund", counted: 0, refunded: amountMinor, surplus: 0 });
    case "wait":
      return counted({ action: "wait", counted: amountMinor, refunded: 0, surplus: 0 });
    case "pay": {
      const { refundMinor: refunded, liabilityMinor: surplus } = decision;
      return counted({ action: "pay", counted: amountMinor - refunded, refunded, surplus });
    }
  }

  function counted(money: { action: MatchAction; counted: number; refunded: number; surplus: number }) {
    return {
      kind: "matched",
      match: {
        ...matchOf(part, transfer, how),
        action: money.action,
        countedMinor: money.counted,
        refundedMinor: money.refunded,
        surplusMinor: money.surplus,
      },
      transfer: {
        ...transfer,
        receivedMinor: transfer.receivedMinor + money.counted,
        status: money.action === "pay" ? "paid" : transfer.status,
      },
    } as const;
  }
}

/**
 * Money that the bank took back: what had been counted for it is subtracted. The payment isn't changed when it was approved
 * already.
 *
 * @param countedMinor of the match that is reversed
 */
export function reversePart(
  part: EntryPart,
  transfer: ExpectedTransfer,
  how: How,
  countedMinor: number,
): PartDecision {
  return {
    kind: "matched",
    match: {
      ...matchOf(part, transfer, how),
      ...{ action: "reverse", countedMinor: -countedMinor, refundedMinor: 0, surplusMinor: 0 },
    },
    transfer: { ...transfer, receivedMinor: transfer.receivedMinor - countedMinor },
  };
}

function matchOf({ entryId, number, incoming }: EntryPart, transfer: ExpectedTransfer, how: How) {
  const { amountMinor, currency } = incoming;
  return { entryId, number, transferId: transfer.id, amountMinor, currency, ...how };
}
