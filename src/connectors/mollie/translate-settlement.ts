import type { BatchStatus, SettlementBatch, SettlementLine, SettlementType } from "../settlements.ts";
import { fromMollieSigned } from "./amounts.ts";
import { settlementTypeOf } from "./settlement-types.ts";
import type { WireAmount, WireBalanceTransaction, WireSettlement } from "./wire.ts";

/**
 * The lines of a balance transaction: itself, and a line of its own for each deduction that is no fee of the payment. Disputes report no
 * fee, so the fee of a chargeback is a line, too. The fee is what Mollie deducted in all, less these.
 *
 * @returns undefined if an amount isn't a whole number of minor units, or of another currency
 */
export function translateTransaction(transaction: WireBalanceTransaction): SettlementLine[] | undefined {
  const { id, initialAmount, resultAmount, deductionDetails } = transaction;
  const { currency } = initialAmount;
  const inCurrency = (amount: WireAmount | null | undefined) => minorUnits(amount, currency);
  const [gross, net] = [inCurrency(initialAmount), inCurrency(resultAmount)];
  const reserved = inCurrency(deductionDetails?.reservations);
  const repaid = inCurrency(deductionDetails?.repayments);
  if (gross === undefined || net === undefined || reserved === undefined || repaid === undefined)
    return undefined;
  const type = settlementTypeOf(transaction.type);
  const fee = gross - net + reserved + repaid;
  const isDispute = type === "dispute" || type === "dispute_reversal";
  const whole = lineOf(transaction, type, currency, gross, isDispute ? 0 : fee);
  const part = (name: string, partType: SettlementType, amount: number): SettlementLine[] => {
    const { exchanged, bookedAt, availableAt } = whole;
    const own = { gross: amount, fee: 0, net: amount, exchanged, bookedAt, availableAt };
    const category = `${transaction.type}/${name}`;
    return amount === 0
      ? []
      : [
          {
            reference: `${id}/${name}`,
            type: partType,
            category,
            about: null,
            batch: null,
            currency,
            ...own,
          },
        ];
  };
  return [
    whole,
    ...(isDispute ? part("fee", "fee", -fee) : []),
    ...part("reservation", "reserve", reserved),
    ...part("repayment", "adjustment", repaid),
  ];
}

/** 0 for no amount; undefined if it isn't a whole number of the currency's minor units. */
function minorUnits(amount: WireAmount | null | undefined, currency: string): number | undefined {
  if (amount === null || amount === undefined) return 0;
  return amount.currency === currency ? fromMollieSigned(amount)?.amount : undefined;
}

function lineOf(
  transaction: WireBalanceTransaction,
  type: SettlementType,
  currency: string,
  gross: number,
  fee: number,
): SettlementLine {
  const about = aboutOf(transaction, type);
  return {
    reference: transaction.id,
    type,
    category: transaction.type,
    about,
    batch: type === "payout" || type === "payout_failure" ? about : null,
    ...{ currency, gross, fee, net: gross - fee, exchanged: null },
    bookedAt: new Date(transaction.createdAt),
    availableAt: null,
  };
}

/** The references are those of the contract elsewhere: a payment, a refund, or `tr_…/chb_…`. */
function aboutOf({ context }: WireBalanceTransaction, type: SettlementType): string | null {
  const { paymentId, refundId, chargebackId, settlementId, transferId } = context ?? {};
  switch (type) {
    case "charge":
    case "charge_failure":
      return paymentId ?? null;
    case "refund":
    case "refund_failure":
      return refundId ?? null;
    case "dispute":
    case "dispute_reversal":
      return paymentId && chargebackId ? `${paymentId}/${chargebackId}` : null;
    case "payout":
    case "payout_failure":
      return settlementId ?? transferId ?? null;
    case "fee":
    case "exchange":
    case "reserve":
    case "adjustment":
      return null;
  }
}

/** @returns undefined if the amount isn't a whole number of minor units */
export function translateSettlement(settlement: WireSettlement): SettlementBatch | undefined {
  const money = fromMollieSigned(settlement.amount);
  const status = statusOf(settlement.status);
  if (!money || status === undefined) return undefined;
  return {
    reference: settlement.id,
    status,
    ...money,
    createdAt: new Date(settlement.createdAt ?? settlement.settledAt ?? 0),
    arrivesOn: null,
    bankTexts: [settlement.reference, settlement.id].filter((text) => typeof text === "string"),
    hasLines: status !== "in_transit",
  };
}

/** Undefined for the settlement that is still being filled. */
function statusOf(status: WireSettlement["status"]): BatchStatus | undefined {
  switch (status) {
    case "open":
      return undefined;
    case "pending":
    case "processing-at-bank":
      return "in_transit";
    case "paidout":
      return "paid";
    case "failed":
      return "failed";
  }
}
