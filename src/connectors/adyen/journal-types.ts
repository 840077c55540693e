import type { SettlementType } from "../settlements.ts";

/**
 * The types of rows in Adyen's settlement details report (docs.adyen.com/reporting/settlement-reconciliation/transaction-level). docs/how-to/adyen.md
 * shows this table. All others are adjustments.
 */
export const journalTypes: Readonly<Record<string, SettlementType>> = {
  Settled: "charge",
  SettledBulk: "charge",
  SettledExternally: "charge",
  SettledExternallyWithInfo: "charge",
  SettledInInstallments: "charge",
  SettledInstallment: "charge",
  SettledInstallmentExternallyWithInfo: "charge",
  SettledReversed: "charge_failure",

  Refunded: "refund",
  RefundedBulk: "refund",
  RefundedExternally: "refund",
  RefundedExternallyWithInfo: "refund",
  RefundedInInstallments: "refund",
  RefundedInstallment: "refund",
  RefundedInstallmentExternallyWithInfo: "refund",
  RefundedReversed: "refund_failure",

  Chargeback: "dispute",
  ChargebackExternally: "dispute",
  ChargebackExternallyWithInfo: "dispute",
  SecondChargeback: "dispute",
  ChargebackReversed: "dispute_reversal",
  ChargebackReversedExternallyWithInfo: "dispute_reversal",

  AdvancementCommissionExternallyWithInfo: "fee",
  AuthorisationSchemeFee: "fee",
  ChargebackFee: "fee",
  Fee: "fee",
  InvoiceDeduction: "fee",
  MiscCosts: "fee",
  PaymentCost: "fee",

  // What a batch hands on to the next one, and what Adyen keeps as security.
  Balancetransfer: "reserve",
  DepositCorrection: "reserve",
  ReserveAdjustment: "reserve",

  AcquirerPayout: "payout",
  InternalCompanyPayout: "payout",
  MerchantPayout: "payout",
  BankInstructionReturned: "payout_failure",

  ManualCorrected: "adjustment",
  ManualCorrection: "adjustment",
  MatchedStatement: "adjustment",
  MerchantPayin: "adjustment",
  PaidOut: "adjustment",
  PaidOutReversed: "adjustment",
};

/** The type of a row; an adjustment if Adyen has added it since. */
export const settlementTypeOf = (type: string): SettlementType =>
  Object.hasOwn(journalTypes, type) ? (journalTypes[type] ?? "adjustment") : "adjustment";
