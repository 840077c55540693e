/** Which side an account's balance is usually on. A debit is counted positive in entries, a credit negative. */
export type NormalSide = "debit" | "credit";

export type AccountDescription = {
  /** What a merchant reads its balance as. */
  readonly title: string;
  readonly normal: NormalSide;
  /** One sentence: what the balance is. */
  readonly means: string;
};

/**
 * The chart of accounts. Every tenant has each of them once for each mode and currency. docs/ledger.md and the API's
 * description are made from it; the database holds entries to the same names by a CHECK, and a test compares the two.
 */
export const accounts = {
  customer_funds_receivable: {
    title: "Customer funds receivable",
    normal: "debit",
    means: "What customers' banks have promised and nobody has captured or released yet.",
  },
  authorized_funds: {
    title: "Authorized funds",
    normal: "credit",
    means: "The other side of those promises: what the merchant can still capture.",
  },
  psp_clearing: {
    title: "PSP clearing",
    normal: "debit",
    means: "Money at the PSPs: what they took from customers, less what they gave back and withheld.",
  },
  merchant_payable: {
    title: "Merchant payable",
    normal: "credit",
    means: "What is the merchant's: captured, less refunds asked for, less disputes lost.",
  },
  refunds: {
    title: "Refunds on their way",
    normal: "credit",
    means: "Refunds asked for that the PSP hasn't confirmed; taken from the merchant, not yet from the PSP.",
  },
  disputes: {
    title: "Disputed funds",
    normal: "debit",
    means: "What banks withdrew in disputes that are not decided.",
  },
  fees: {
    title: "Fees",
    normal: "debit",
    means: "What PSPs charged for disputes, whoever won them.",
  },
  surplus: {
    title: "Surplus",
    normal: "credit",
    means:
      "Money that nobody waited for, since it came too late or was too much, until it is returned, kept, or lost in a dispute.",
  },
} as const satisfies Record<string, AccountDescription>;

export type Account = keyof typeof accounts;

export const accountNames = Object.keys(accounts) as readonly Account[];
