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
 * The chart of accounts. Every tenant has each account once per mode and currency. docs/ledger.md and the API's descriptions are
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
    means: "Money at the PSPs: collected from customers, less what was returned and withheld.",
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
    means: "Withdrawn by banks in disputes that aren't decided yet.",
  },
  fees: {
    title: "Fees",
    normal: "debit",
    means: "Charged by PSPs for disputes, whatever their result.",
  },
  surplus: {
    title: "Surplus",
    normal: "credit",
    means: "Late funds, and the surplus of transfers, until they are returned, kept, or lost in a dispute.",
  },
} as const satisfies Record<string, AccountDescription>;

export type Account = keyof typeof accounts;

export const accountNames = Object.keys(accounts) as readonly Account[];
