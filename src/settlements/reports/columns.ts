import { postedTo, type ReportedTransaction, type ReportName } from "./report.ts";

/** What a report says of a transaction. Amounts are minor units of the currency beside them; null is unknown or doesn't apply. */
export type Column = { readonly name: string; readonly means: string } & (
  | {
      readonly type: "text";
      readonly isNullable: boolean;
      readonly of: (row: ReportedTransaction) => string | null;
    }
  | { readonly type: "time"; readonly of: (row: ReportedTransaction) => Date }
  | {
      readonly type: "amount";
      readonly isNullable: boolean;
      readonly of: (row: ReportedTransaction) => number | null;
      readonly currencyOf: (row: ReportedTransaction) => string | null;
    }
);

type Read<Value> = (row: ReportedTransaction) => Value;

const text = (name: string, means: string, of: Read<string>): Column => ({
  type: "text",
  isNullable: false,
  name,
  means,
  of,
});

const textOrNull = (name: string, means: string, of: Read<string | null>): Column => ({
  type: "text",
  isNullable: true,
  name,
  means: `${means} Null if it isn't known or there is none.`,
  of,
});

const amount = (name: string, means: string, of: Read<number>): Column => ({
  type: "amount",
  isNullable: false,
  name,
  means,
  of,
  currencyOf: ({ currency }) => currency,
});

const common: readonly Column[] = [
  { type: "time", name: "date", means: "The date of the ledger's transaction.", of: (row) => row.createdAt },
  text("kind", "What was posted.", ({ kind }) => kind),
  text("transaction", "The ledger's transaction.", ({ id }) => id),
  text(
    "source",
    "The attempt, capture, refund, dispute, settlement line or payout that posted it.",
    ({ sourceId }) => sourceId,
  ),
  textOrNull("payment", "The payment.", ({ paymentId }) => paymentId),
  textOrNull(
    "orderReference",
    "`clientReferenceId` of the payment's checkout session.",
    ({ orderReference }) => orderReference,
  ),
  text(
    "connectorAccount",
    "The account at the PSP whose money it moved.",
    ({ connectorAccount }) => connectorAccount,
  ),
  textOrNull(
    "pspReference",
    "The PSP's reference of the charge, refund, dispute or payout.",
    ({ pspReference }) => pspReference,
  ),
  textOrNull(
    "settlementLine",
    "The PSP's reference of the settlement line.",
    ({ settlementLine }) => settlementLine,
  ),
  textOrNull(
    "settlementBatch",
    "The PSP's reference of the payout that pays it.",
    ({ settlementBatch }) => settlementBatch,
  ),
  text("currency", "ISO 4217 code.", ({ currency }) => currency),
];

const clearing = (means: string): Column => amount("amount", means, (row) => postedTo(row, "psp_clearing"));

const settlementFee: readonly Column[] = [
  {
    type: "amount",
    isNullable: true,
    name: "fee",
    means: "The PSP's fee, in minor units of `feeCurrency`; null until the payment is settled.",
    of: (row) => row.settlementFee,
    currencyOf: (row) => row.settlementCurrency,
  },
  textOrNull("feeCurrency", "The currency of the fee.", (row) => row.settlementCurrency),
];

const own: Readonly<Record<ReportName, readonly Column[]>> = {
  payments: [clearing("The money that the payment brought, in minor units."), ...settlementFee],
  refunds: [clearing("Minor units; negative if the customer got money."), ...settlementFee],
  disputes: [
    amount("amount", "Minor units, without the fee; negative if the bank withdrew money.", (row) =>
      postedTo(row, "psp_clearing", "fees"),
    ),
    amount("fee", "The dispute's fee, in minor units.", (row) => postedTo(row, "fees")),
    amount("lost", "What was lost by the decision, in minor units; negative if that was undone.", (row) =>
      postedTo(row, "merchant_payable", "surplus"),
    ),
  ],
  fees: [
    amount("amount", "Minor units; negative if the PSP gave a fee back.", (row) =>
      postedTo(row, "processing_fees", "fees"),
    ),
    text("account", "The ledger's account of the fee: `processing_fees`, or `fees` of disputes.", (row) =>
      row.accounts.includes("fees") ? "fees" : "processing_fees",
    ),
  ],
  payouts: [
    amount(
      "amount",
      "The amount that the PSP paid out, in minor units; negative if a payout came back.",
      (row) => (row.kind === "paid_out" ? postedTo(row, "in_transit") : 0),
    ),
    amount("fee", "The PSP's fee for the payout, in minor units.", (row) => postedTo(row, "processing_fees")),
    amount("arrived", "What a bank statement shows of it, in minor units.", (row) => postedTo(row, "bank")),
  ],
};

/** The columns of a report, in order. */
export const columnsOf = (report: ReportName): readonly Column[] => [...common, ...own[report]];
