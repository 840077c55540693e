import type { BatchStatus, SettlementBatch, SettlementLine, SettlementType } from "../settlements.ts";
import { fromStripeAmount } from "./amounts.ts";
import type { WireBalanceTransaction, WirePayout } from "./wire.ts";

/** Stripe's reporting categories (docs.stripe.com/reports/reporting-categories). All others are adjustments. */
const types: Readonly<Record<string, SettlementType>> = {
  charge: "charge",
  refund: "refund",
  refund_failure: "refund_failure",
  dispute: "dispute",
  dispute_reversal: "dispute_reversal",
  fee: "fee",
  tax: "fee",
  network_cost: "fee",
  risk_reserved_funds: "reserve",
  payout_minimum_balance_hold: "reserve",
  payout_minimum_balance_release: "reserve",
  payout: "payout",
  payout_reversal: "payout_failure",
};

/**
 * A balance transaction with its expanded source.
 *
 * @param batch the payout whose lines were listed
 * @returns undefined if an amount isn't a whole number of minor units
 */
export function translateLine(
  transaction: WireBalanceTransaction,
  batch: string | null,
): SettlementLine | undefined {
  const currency = transaction.currency.toUpperCase();
  const gross = fromStripeAmount(transaction.amount, currency);
  const fee = fromStripeAmount(transaction.fee, currency);
  const net = fromStripeAmount(transaction.net, currency);
  const exchanged = exchangeOf(transaction);
  if (gross === undefined || fee === undefined || net === undefined || exchanged === undefined)
    return undefined;
  const type = types[transaction.reporting_category] ?? "adjustment";
  const about = aboutOf(transaction, type);
  return {
    reference: transaction.id,
    type,
    category: transaction.reporting_category,
    about,
    batch: type === "payout" || type === "payout_failure" ? about : batch,
    ...{ currency, gross, fee, net, exchanged },
    bookedAt: new Date(transaction.created * 1000),
    availableAt: new Date(transaction.available_on * 1000),
  };
}

/** Everywhere else in the connector, a charge's reference is its PaymentIntent. */
function aboutOf({ source }: WireBalanceTransaction, type: SettlementType): string | null {
  if (source === null || typeof source === "string") return source;
  if (type !== "charge") return source.id;
  const { payment_intent: intent = null } = source;
  return typeof intent === "string" || intent === null ? intent : intent.id;
}

/** Null if nothing was exchanged; undefined if the amount isn't a whole number of minor units. */
function exchangeOf(transaction: WireBalanceTransaction): SettlementLine["exchanged"] | undefined {
  const { source, amount, exchange_rate: rate } = transaction;
  if (rate === null || source === null || typeof source === "string") return null;
  if (source.currency === undefined || source.currency === transaction.currency) return null;
  const currency = source.currency.toUpperCase();
  const whole = fromStripeAmount(source.amount_captured ?? source.amount ?? 0, currency);
  return whole === undefined
    ? undefined
    : { currency, amount: amount < 0 ? -Math.abs(whole) : Math.abs(whole), rate };
}

/** @returns undefined if the amount isn't a whole number of minor units */
export function translateBatch(payout: WirePayout): SettlementBatch | undefined {
  const currency = payout.currency.toUpperCase();
  const amount = fromStripeAmount(payout.amount, currency);
  if (amount === undefined) return undefined;
  const texts = [payout.trace_id?.value, payout.statement_descriptor, payout.id];
  return {
    reference: payout.id,
    status: statusOf(payout.status),
    ...{ currency, amount },
    createdAt: new Date(payout.created * 1000),
    arrivesOn: new Date(payout.arrival_date * 1000).toISOString().slice(0, 10),
    bankTexts: texts.filter((text): text is string => typeof text === "string"),
    hasLines: payout.automatic && payout.reconciliation_status === "completed",
  };
}

function statusOf(status: string): BatchStatus {
  if (status === "paid") return "paid";
  return status === "failed" || status === "canceled" ? "failed" : "in_transit";
}
