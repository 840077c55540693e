import type { Account } from "./accounts.ts";

export type SettlementRow = {
  /** The event that posts it, as a clause. */
  readonly when: string;
  /** The accounts, with what is posted to each if the merchant gets money; the signs are opposite if the PSP takes money. */
  readonly entries: Readonly<Partial<Record<Account, string>>>;
};

/** The postings of settlement lines. docs/explanation/ledger.md shows this table. */
export const settlementTable = {
  settled: {
    when: "a PSP booked a charge, its failure, a refund or a dispute that Kassa knows",
    entries: { psp_receivable: "net", processing_fees: "fee", psp_clearing: "−gross" },
  },
  exchanged: {
    when: "the PSP exchanged the amount; `settled` then has `fx` instead of `psp_clearing`",
    entries: { fx: "amount before the exchange", psp_clearing: "−amount before the exchange" },
  },
  settlement_fee: {
    when: "a PSP charged a fee that belongs to no payment",
    entries: { psp_receivable: "net", processing_fees: "−net" },
  },
  settlement_exchange: {
    when: "a PSP booked one side of an exchange as a separate line",
    entries: { psp_receivable: "net", processing_fees: "fee", fx: "−gross" },
  },
  settlement_reserve: {
    when: "a PSP withheld money for a time, or gave it back",
    entries: { psp_receivable: "net", reserves: "−net" },
  },
  settlement_unmatched: {
    when: "a PSP booked something that Kassa can't match",
    entries: { psp_receivable: "net", processing_fees: "fee", adjustments: "−gross" },
  },
  settlement_matched: {
    when: "a later import matched it; it reverses `settlement_unmatched`, and is posted with `settled`",
    entries: { psp_receivable: "−net", processing_fees: "−fee", adjustments: "gross" },
  },
  paid_out: {
    when: "a PSP paid out, or a payout came back",
    entries: { psp_receivable: "net", processing_fees: "fee", in_transit: "−gross" },
  },
  payout_arrived: {
    when: "a payout was found on a bank statement; its cause is the payout (`stb_…`)",
    entries: { bank: "amount", in_transit: "−amount" },
  },
} as const satisfies Record<string, SettlementRow>;

export type SettlementKind = keyof typeof settlementTable;

export const settlementKinds = Object.keys(settlementTable) as readonly SettlementKind[];
