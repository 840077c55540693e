/** The side that an account's balance is usually on. In entries, debits are positive and credits negative. */
export type NormalSide = "debit" | "credit";

export type AccountDescription = {
  /** The name for merchants. */
  readonly title: string;
  readonly normal: NormalSide;
  /** The meaning of the balance, in one sentence. */
  readonly means: string;
};

/**
 * The chart of accounts. Every tenant has each account once per mode and currency. docs/explanation/ledger.md and the API's descriptions are
 * generated from it. A CHECK in the database allows the same names; a test compares the two.
 */
export const accounts = {
  customer_funds_receivable: {
    title: "Customer funds receivable",
    normal: "debit",
    means: "Authorized by customers' banks, but neither captured nor released yet.",
  },
  authorized_funds: {
    title: "Authorized funds",
    normal: "credit",
    means: "The other side of these authorizations: what the merchant can still capture.",
  },
  psp_clearing: {
    title: "PSP clearing",
    normal: "debit",
    means:
      "Moved at the PSPs by payments, refunds and disputes, and not settled yet: without a settlement import, all of it.",
  },
  psp_receivable: {
    title: "PSP receivable",
    normal: "debit",
    means: "Booked by the PSPs for the merchant, and not paid out yet.",
  },
  in_transit: {
    title: "In transit",
    normal: "debit",
    means: "Paid out by the PSPs, and not found on a bank statement yet.",
  },
  bank: {
    title: "Bank",
    normal: "debit",
    means: "Payouts of the PSPs that were found on statements of the merchant's bank accounts.",
  },
  merchant_payable: {
    title: "Merchant payable",
    normal: "credit",
    means: "Owed to the merchant: captured, less requested refunds, less lost disputes.",
  },
  refunds: {
    title: "Refunds on their way",
    normal: "credit",
    means: "Requested refunds that the PSP hasn't confirmed yet.",
  },
  disputes: {
    title: "Disputed funds",
    normal: "debit",
    means: "Withdrawn by banks in disputes that aren't decided yet, and not returned during the review.",
  },
  fees: {
    title: "Dispute fees",
    normal: "debit",
    means: "Charged by PSPs for disputes, regardless of the result.",
  },
  processing_fees: {
    title: "Processing fees",
    normal: "debit",
    means: "Deducted by the PSPs from payments and refunds, or charged separately.",
  },
  fx: {
    title: "Currency exchange",
    normal: "debit",
    means:
      "Exchanged by the PSPs: the amounts that they took in this currency, less the amounts that they gave.",
  },
  reserves: {
    title: "Reserves",
    normal: "debit",
    means: "Withheld by the PSPs for a time.",
  },
  adjustments: {
    title: "Adjustments",
    normal: "credit",
    means: "Booked by the PSPs, and not matched to anything that Kassa knows.",
  },
  surplus: {
    title: "Surplus",
    normal: "credit",
    means: "Late funds, and the surplus of transfers, until they are returned, kept, or lost in a dispute.",
  },
} as const satisfies Record<string, AccountDescription>;

export type Account = keyof typeof accounts;

export const accountNames = Object.keys(accounts) as readonly Account[];

/**
 * The sum of an account's entries of one connector account in one currency, debits positive. A bigint, because sums can exceed the
 * safe integers.
 */
export type AccountSum = {
  readonly connectorAccount: string;
  readonly account: Account;
  readonly currency: string;
  readonly sum: bigint;
};
