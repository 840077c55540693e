/** What a tenant wants done with transfers that aren't as expected. */
export type TransferRules = {
  /** A difference up to this many minor units, either way, counts as the expected amount. */
  readonly toleranceMinor: number;
  readonly tooLittle: "wait" | "accept" | "refund";
  readonly tooMuch: "keep_as_liability" | "refund";
  /** Money for an expired session. */
  readonly late: "flag" | "accept" | "refund";
  readonly wrongCurrency: "flag" | "refund";
};

export type ExpectedTransfer = {
  readonly amountMinor: number;
  readonly currency: string;
  /** What arrived for it before. */
  readonly receivedMinor: number;
  readonly isExpired: boolean;
};

export type AmountDecision =
  /** `refundMinor` is returned, and `liabilityMinor` is owed to the customer. */
  | { readonly action: "pay"; readonly refundMinor: number; readonly liabilityMinor: number }
  | { readonly action: "wait"; readonly missingMinor: number }
  /** All that arrived with this entry is returned. */
  | { readonly action: "refund"; readonly reason: AmountReason }
  | { readonly action: "flag"; readonly reason: AmountReason };

export type AmountReason = "too_little" | "late" | "wrong_currency" | "already_paid";

/**
 * Decides what to do with money that was matched to an expected transfer, by the tenant's rules. Money for a transfer that is paid in
 * full already is a surplus. The amounts are positive safe integers.
 */
export function decideAmount(
  incoming: { readonly amountMinor: number; readonly currency: string },
  expected: ExpectedTransfer,
  rules: TransferRules,
): AmountDecision {
  if (incoming.currency !== expected.currency)
    return { action: rules.wrongCurrency, reason: "wrong_currency" };
  if (expected.isExpired && rules.late !== "accept") return { action: rules.late, reason: "late" };
  const missingMinor = expected.amountMinor - expected.receivedMinor;
  if (missingMinor <= 0)
    return rules.tooMuch === "refund"
      ? { action: "refund", reason: "already_paid" }
      : { action: "pay", refundMinor: 0, liabilityMinor: incoming.amountMinor };
  const surplusMinor = incoming.amountMinor - missingMinor;
  if (Math.abs(surplusMinor) <= rules.toleranceMinor)
    return { action: "pay", refundMinor: 0, liabilityMinor: 0 };
  return surplusMinor < 0 ? tooLittle(-surplusMinor, rules) : tooMuch(surplusMinor, rules);
}

function tooLittle(missingMinor: number, rules: TransferRules): AmountDecision {
  switch (rules.tooLittle) {
    case "wait":
      return { action: "wait", missingMinor };
    case "accept":
      return { action: "pay", refundMinor: 0, liabilityMinor: 0 };
    case "refund":
      return { action: "refund", reason: "too_little" };
  }
}

function tooMuch(surplusMinor: number, rules: TransferRules): AmountDecision {
  const isRefunded = rules.tooMuch === "refund";
  return {
    action: "pay",
    refundMinor: isRefunded ? surplusMinor : 0,
    liabilityMinor: isRefunded ? 0 : surplusMinor,
  };
}
