import type { Account, AccountSum } from "../../ledger/accounts.ts";

/**
 * How much Kassa knows of where an account's money is:
 * - imported: its PSP's settlements are imported
 * - not_imported_yet: they will be, but the first import hasn't ended
 * - not_importable: the connector can't read them
 * - own_bank_account: there is no PSP; customers pay into the tenant's bank account
 */
export const settlementStates = [
  "imported",
  "not_imported_yet",
  "not_importable",
  "own_bank_account",
] as const;
export type SettlementState = (typeof settlementStates)[number];

/** What is known of a connector account, for its part of the balance. */
export type BalanceAccount = {
  readonly connectorAccount: string;
  readonly settlements: SettlementState;
  /** The time of the newest imported booking, by the PSP's clock; null unless `imported`. */
  readonly importedUntil: Date | null;
  /** Until when everything that the PSP booked is imported. */
  readonly completeUntil: Date | null;
  /** How many reports the PSP has announced that aren't imported. */
  readonly reportsWaiting: number;
};

/** Net amounts, in minor units, that a PSP has booked and not made available yet. */
export type NotAvailable = {
  readonly connectorAccount: string;
  readonly currency: string;
  readonly net: bigint;
};

/** Where money is, in minor units. Its fields add up to the money accounts of the ledger. */
export type Money = {
  /** Moved by payments, refunds and disputes and not settled yet, or settled and not available yet. */
  readonly pending: bigint;
  /** At the PSP, available for payouts. */
  readonly available: bigint;
  /** Withheld by the PSP for a time. */
  readonly reserved: bigint;
  /** Paid out, and not found on a bank statement yet. */
  readonly inTransit: bigint;
  /** Arrived at the bank. */
  readonly paidOut: bigint;
  /** Of accounts without imported settlements: Kassa doesn't know which of the others it is. */
  readonly notTracked: bigint;
};

export const noMoney: Money = {
  pending: 0n,
  available: 0n,
  reserved: 0n,
  inTransit: 0n,
  paidOut: 0n,
  notTracked: 0n,
};

/** The ledger's accounts that hold the merchant's money. The others say whose it is, or what became of it. */
export const moneyAccounts = [
  "psp_clearing",
  "psp_receivable",
  "reserves",
  "in_transit",
  "bank",
] as const satisfies readonly Account[];

/** Where the money of one connector account in one currency is. @param notAvailable see NotAvailable */
export function moneyOf(
  settlements: SettlementState,
  sums: readonly AccountSum[],
  notAvailable: bigint,
): Money {
  const sum = (account: Account): bigint =>
    sums.reduce((total, each) => (each.account === account ? total + each.sum : total), 0n);
  const total = moneyAccounts.reduce((all, account) => all + sum(account), 0n);
  switch (settlements) {
    case "imported":
      return {
        pending: sum("psp_clearing") + notAvailable,
        available: sum("psp_receivable") - notAvailable,
        reserved: sum("reserves"),
        inTransit: sum("in_transit"),
        paidOut: sum("bank"),
        notTracked: 0n,
      };
    case "own_bank_account":
      return { ...noMoney, paidOut: total };
    case "not_imported_yet":
    case "not_importable":
      return { ...noMoney, notTracked: total };
  }
}

export const addMoney = (a: Money, b: Money): Money => ({
  pending: a.pending + b.pending,
  available: a.available + b.available,
  reserved: a.reserved + b.reserved,
  inTransit: a.inTransit + b.inTransit,
  paidOut: a.paidOut + b.paidOut,
  notTracked: a.notTracked + b.notTracked,
});
