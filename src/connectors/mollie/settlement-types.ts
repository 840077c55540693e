import type { SettlementType } from "../settlements.ts";

/**
 * The types of Mollie's balance transactions: those of docs.mollie.com/reference/list-balance-transactions and of Mollie's SDKs, read
 * 2026-11-25. docs/how-to/mollie.md shows this table. All others are adjustments.
 */
export const settlementTypes: Readonly<Record<string, SettlementType>> = {
  payment: "charge",
  capture: "charge",
  refund: "refund",
  "returned-refund": "refund_failure",
  chargeback: "dispute",
  "chargeback-reversal": "dispute_reversal",

  "outgoing-transfer": "payout",
  "outgoing-custom-amount-transfer": "payout",
  "canceled-outgoing-transfer": "payout_failure",
  "canceled-transfer": "payout_failure",
  "returned-transfer": "payout_failure",

  "application-fee": "fee",
  "balance-charge-fee": "fee",
  "bank-charged-failure-fee": "fee",
  "capture-commission": "fee",
  "failed-payment-fee": "fee",
  "fee-prepayment": "fee",
  "invoice-compensation": "fee",
  "invoice-rounding-compensation": "fee",
  "managed-fee": "fee",
  "payment-commission": "fee",
  "payment-fee": "fee",
  "platform-connected-organizations-fee": "fee",
  "reimbursement-fee": "fee",
  "returned-managed-fee": "fee",

  "api-payment-rolling-reserve-release": "reserve",
  "balance-reserve": "reserve",
  "balance-reserve-return": "reserve",
  "capture-rolling-reserve-release": "reserve",
  "cash-collateral-issuance": "reserve",
  "cash-collateral-release": "reserve",
  "held-rolling-reserve": "reserve",
  "pending-rolling-reserve": "reserve",
  "released-rolling-reserve": "reserve",
  "rolling-reserve-hold": "reserve",
  "rolling-reserve-release": "reserve",
  "to-be-released-rolling-reserve": "reserve",

  "balance-correction": "adjustment",
  "balance-topup": "adjustment",
  "cash-advance-loan": "adjustment",
  "chargeback-compensation": "adjustment",
  "failed-payment": "adjustment",
  "failed-platform-split-payment": "adjustment",
  "failed-split-payment-compensation": "adjustment",
  "failed-split-payment-platform": "adjustment",
  "incoming-transfer": "adjustment",
  loan: "adjustment",
  movement: "adjustment",
  "platform-payment-chargeback": "adjustment",
  "platform-payment-refund": "adjustment",
  "post-payment-split-payment": "adjustment",
  "refund-compensation": "adjustment",
  repayment: "adjustment",
  "returned-platform-payment-refund": "adjustment",
  "returned-refund-compensation": "adjustment",
  "reversed-chargeback-compensation": "adjustment",
  "reversed-platform-payment-chargeback": "adjustment",
  "split-payment": "adjustment",
  "split-transaction": "adjustment",
  topup: "adjustment",
  "unauthorized-direct-debit": "adjustment",
};

/** The type of a balance transaction; an adjustment if Mollie has added it since. */
export const settlementTypeOf = (type: string): SettlementType =>
  Object.hasOwn(settlementTypes, type) ? (settlementTypes[type] ?? "adjustment") : "adjustment";
