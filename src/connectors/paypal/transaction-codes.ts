import type { SettlementType } from "../settlements.ts";

/** What a transaction is: money that the merchant got (`credit`), or gave (`debit`). */
export type Meaning = { readonly credit: SettlementType; readonly debit: SettlementType };

const always = (type: SettlementType): Meaning => ({ credit: type, debit: type });
const adjustment = always("adjustment");

/**
 * PayPal's groups of transaction event codes: the first three characters, which by PayPal's words are enough to reconcile
 * (developer.paypal.com/docs/transaction-search/transaction-event-codes). docs/how-to/paypal.md shows this table and the next. All others are adjustments.
 */
export const groups: Readonly<Record<string, Meaning>> = {
  /** Payments from account to account. */
  T00: { credit: "charge", debit: "adjustment" },
  T01: always("fee"),
  T02: always("exchange"),
  /** Deposits from a bank account. */
  T03: adjustment,
  T04: { credit: "payout_failure", debit: "payout" },
  /** Debit and credit cards of the merchant, bonuses, incentives, bills. */
  T05: adjustment,
  T06: adjustment,
  T07: adjustment,
  T08: adjustment,
  T09: adjustment,
  T10: adjustment,
  /** Reversals. */
  T11: adjustment,
  T12: adjustment,
  /** Authorizations and dividends. Authorizations move no balance. */
  T13: adjustment,
  T14: adjustment,
  T15: always("reserve"),
  T16: adjustment,
  T17: { credit: "payout_failure", debit: "payout" },
  T18: adjustment,
  T19: adjustment,
  T20: adjustment,
  T21: always("reserve"),
  T22: adjustment,
  T30: adjustment,
  T50: adjustment,
  T97: adjustment,
  T98: adjustment,
  T99: adjustment,
};

const dispute: Meaning = { credit: "dispute_reversal", debit: "dispute" };

/** Codes that mean something else than their group. */
export const codes: Readonly<Record<string, Meaning>> = {
  /** A withdrawal that the bank sent back. */
  T1101: always("payout_failure"),
  /** The reversal of a hold of the account. */
  T1105: always("reserve"),
  /** PayPal takes a payment back. */
  T1106: dispute,
  T1107: { credit: "refund_failure", debit: "refund" },
  T1108: always("fee"),
  T1109: always("fee"),
  /** Held for a dispute, and given back. */
  T1110: dispute,
  T1111: dispute,
  /** A bank's chargeback, its reversal, its reimbursement, its cancellation. */
  T1201: dispute,
  T1202: dispute,
  T1205: dispute,
  T1208: dispute,
  /** Gift certificates. */
  T2109: adjustment,
  T2110: adjustment,
};

/** The code's meaning, or that of its group; an adjustment if PayPal has added the group since. */
export function settlementTypeOf(code: string, amount: number): SettlementType {
  const meaning = own(codes, code) ?? own(groups, code.slice(0, 3)) ?? adjustment;
  return amount < 0 ? meaning.debit : meaning.credit;
}

const own = (table: Readonly<Record<string, Meaning>>, key: string): Meaning | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** The codes of withdrawals to the merchant's bank. */
export const payoutCodes = ["T0400", "T0401", "T1700", "T1701"] as const;
