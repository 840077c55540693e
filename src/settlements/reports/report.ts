import type { Account } from "../../ledger/accounts.ts";
import type { LedgerTransaction } from "../../ledger/transaction.ts";
import type { TimeRange } from "./read-range.ts";

export const reportNames = ["payments", "refunds", "disputes", "fees", "payouts"] as const;
export type ReportName = (typeof reportNames)[number];

export const reportFormats = ["json", "csv", "xlsx"] as const;
export type ReportFormat = (typeof reportFormats)[number];

/**
 * The transactions of each report, by kind. A transaction has to move at least one of the accounts.
 */
export const reports = {
  payments: {
    title: "Payments",
    means:
      "What payments have brought: captured amounts, and late funds. Negative amounts are captures that failed later.",
    kinds: ["captured", "capture_failed", "late_received"],
    accounts: ["psp_clearing"],
  },
  refunds: {
    title: "Refunds",
    means: "What was refunded: negative amounts, and positive ones where a refund was sent back.",
    kinds: ["refund_succeeded", "refund_returned", "late_returned", "late_refund_returned"],
    accounts: ["psp_clearing"],
  },
  disputes: {
    title: "Disputes",
    means: "What banks withdrew in disputes and gave back, the fees, and what was lost.",
    kinds: [
      "dispute_opened",
      "dispute_fee",
      "dispute_returned",
      "dispute_retaken",
      "dispute_won",
      "dispute_lost",
      "dispute_loss_undone",
    ],
    accounts: ["psp_clearing", "disputes"],
  },
  fees: {
    title: "Fees",
    means:
      "What PSPs charged: fees of payments, refunds and disputes, and fees apart from them. Positive amounts are costs.",
    kinds: [
      "settled",
      "settlement_fee",
      "settlement_exchange",
      "settlement_unmatched",
      "settlement_matched",
      "paid_out",
      "dispute_fee",
    ],
    accounts: ["processing_fees", "fees"],
  },
  payouts: {
    title: "Payouts",
    means: "What PSPs paid out, and what of it arrived at the bank.",
    kinds: ["paid_out", "payout_arrived"],
    accounts: ["in_transit"],
  },
} as const satisfies Record<ReportName, Definition>;

type Definition = {
  readonly title: string;
  readonly means: string;
  readonly kinds: readonly string[];
  readonly accounts: readonly Account[];
};

/** A transaction of a report as it is read, with what is known of it. */
export type ReportedTransaction = Omit<LedgerTransaction, "mode" | "reverses"> & {
  readonly orderReference: string | null;
  readonly pspReference: string | null;
  /** Of the settlement line that posted or settles it: the PSP's reference, the payout that pays it, the fee in minor units. */
  readonly settlementLine: string | null;
  readonly settlementBatch: string | null;
  readonly settlementFee: number | null;
  readonly settlementCurrency: string | null;
};

/** What a report is about, and its transactions page by page, in the order of their ids. */
export type Report = {
  readonly name: ReportName;
  readonly range: TimeRange;
  /** Whether all of it is in closed months, so that it never changes. */
  readonly isClosed: boolean;
  readonly pages: () => AsyncIterable<readonly ReportedTransaction[]>;
};

/** What a transaction posts to some accounts in sum, in minor units; debits positive. */
export const postedTo = (
  { accounts, amounts }: Pick<ReportedTransaction, "accounts" | "amounts">,
  ...wanted: readonly Account[]
): number =>
  accounts.reduce((sum, account, index) => (wanted.includes(account) ? sum + (amounts[index] ?? 0) : sum), 0);
