import { decideAmount, type TransferRules } from "../statement-matching/decide-amount.ts";
import type { EntryPart } from "./entry-parts.ts";
import type { EntryMatch } from "./match.ts";
import { type ExpectedTransfer, isOver } from "./transfer.ts";

/** Why money for a known transfer waits for a person. */
export type Flag = "late" | "wrong_currency";

export type PartDecision =
  | { readonly kind: "flagged"; readonly flag: Flag }
  /** `transfer` is as it is afterwards; a new one if it follows the matched one. */
  | {
      readonly kind: "matched";
      readonly match: EntryMatch;
      readonly transfer: ExpectedTransfer;
      readonly isNew: boolean;
    };

export type How = Pick<EntryMatch, "rule" | "decidedBy">;

/** What identifies a new transfer. */
export type NewNames = Pick<ExpectedTransfer, "id" | "attemptId" | "reference">;

export type DecideBy = {
  readonly rules: TransferRules;
  readonly nowMs: number;
  readonly newNames: (follows: ExpectedTransfer) => NewNames;
};

/** Decides by the tenant's rules what is done with money for a transfer, and how the transfer is afterwards. */
export function decidePart(
  part: EntryPart,
  transfer: ExpectedTransfer,
  how: How,
  by: DecideBy,
): PartDecision {
  const isExpired = isOver(transfer, by.nowMs);
  if (transfer.status !== "open") return decideAfterEnd(part, transfer, how, { ...by, isExpired });
  const decision = decideAmount(part.incoming, { ...transfer, isExpired }, by.rules);
  const { amountMinor } = part.incoming;
  switch (decision.action) {
    case "flag":
      return { kind: "flagged", flag: decision.reason === "late" ? "late" : "wrong_currency" };
    case "refund":
      return refunded(part, transfer, how);
    case "wait": {
      const receivedMinor = transfer.receivedMinor + amountMinor;
      const match = { action: "wait", countedMinor: amountMinor, refundedMinor: 0, surplusMinor: 0 } as const;
      return matched(part, { ...transfer, receivedMinor }, how, match);
    }
    case "pay": {
      const { refundMinor: refundedMinor, liabilityMinor: surplusMinor } = decision;
      const countedMinor = amountMinor - refundedMinor;
      const receivedMinor = transfer.receivedMinor + countedMinor;
      const chargedMinor = receivedMinor - surplusMinor;
      const paid = { ...transfer, status: "paid", receivedMinor, chargedMinor, surplusMinor } as const;
      return matched(part, paid, how, { action: "pay", countedMinor, refundedMinor, surplusMinor });
    }
  }
}

/** The attempt is decided, so the money is a charge of its own, and the payments decide whether it is returned. */
function decideAfterEnd(
  part: EntryPart,
  transfer: ExpectedTransfer,
  how: How,
  { rules, newNames, isExpired }: DecideBy & { readonly isExpired: boolean },
): PartDecision {
  const { amountMinor, currency } = part.incoming;
  if (currency !== transfer.currency)
    return rules.wrongCurrency === "refund"
      ? refunded(part, transfer, how)
      : { kind: "flagged", flag: "wrong_currency" };
  if (isExpired && rules.late === "flag") return { kind: "flagged", flag: "late" };
  if (isExpired && rules.late === "refund") return refunded(part, transfer, how);
  if (!isExpired && rules.tooMuch === "refund") return refunded(part, transfer, how);
  const following: ExpectedTransfer = {
    ...transfer,
    ...newNames(transfer),
    status: "paid",
    amountMinor,
    receivedMinor: amountMinor,
    chargedMinor: amountMinor,
    surplusMinor: 0,
    follows: transfer.id,
  };
  const match = { action: "pay", countedMinor: amountMinor, refundedMinor: 0, surplusMinor: 0 } as const;
  return { ...matched(part, following, how, match), isNew: true };
}

const refunded = (part: EntryPart, transfer: ExpectedTransfer, how: How): PartDecision =>
  matched(part, transfer, how, {
    action: "refund",
    countedMinor: 0,
    refundedMinor: part.incoming.amountMinor,
    surplusMinor: 0,
  });

type Done = Pick<EntryMatch, "action" | "countedMinor" | "refundedMinor" | "surplusMinor">;

function matched(
  { entryId, number, incoming }: EntryPart,
  transfer: ExpectedTransfer,
  how: How,
  done: Done,
): Extract<PartDecision, { kind: "matched" }> {
  const { amountMinor, currency } = incoming;
  const match = { entryId, number, transferId: transfer.id, amountMinor, currency, ...how, ...done };
  return { kind: "matched", match, transfer, isNew: false };
}

/**
 * Money that the bank took back: what had been counted for it is subtracted. A transfer that was paid with it stays paid; the payments
 * hear of it.
 *
 * @param countedMinor of the match that is reversed
 */
export function reversePart(
  part: EntryPart,
  transfer: ExpectedTransfer,
  how: How,
  countedMinor: number,
): PartDecision {
  const receivedMinor = transfer.receivedMinor - countedMinor;
  return matched(part, { ...transfer, receivedMinor }, how, {
    action: "reverse",
    countedMinor: -countedMinor,
    refundedMinor: 0,
    surplusMinor: 0,
  });
}
