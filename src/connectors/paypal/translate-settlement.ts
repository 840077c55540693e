import { unreachable } from "../../kernel/assert.ts";
import type { BatchStatus, SettlementBatch, SettlementLine, SettlementType } from "../settlements.ts";
import { fromPayPalSigned } from "./amounts.ts";
import { settlementTypeOf } from "./transaction-codes.ts";
import type { WireTransaction } from "./wire.ts";

/**
 * The line of a transaction that has moved the balance; "none" for one that hasn't. Its reference has the code, too, since PayPal's IDs aren't
 * unique in the reports.
 *
 * @returns undefined if an amount isn't a whole number of minor units
 */
export function translateTransaction(transaction: WireTransaction): SettlementLine | "none" | undefined {
  // Of reversed transactions (V), the reversal is a transaction of its own.
  if (transaction.transaction_status !== "S" && transaction.transaction_status !== "V") return "none";
  const { transaction_id: id, transaction_event_code: code } = transaction;
  const amount = fromPayPalSigned(transaction.transaction_amount);
  const deducted = transaction.fee_amount
    ? fromPayPalSigned(transaction.fee_amount)
    : { ...amount, amount: 0 };
  if (!amount || deducted?.currency !== amount.currency) return undefined;
  const { currency, amount: gross } = amount;
  const fee = 0 - deducted.amount;
  const type = settlementTypeOf(code, gross);
  const about = aboutOf(transaction, type);
  const bookedAt = new Date(transaction.transaction_initiation_date);
  return {
    reference: `${id}/${code}`,
    type,
    category: code,
    about,
    batch: type === "payout" || type === "payout_failure" ? about : null,
    ...{ currency, gross, fee, net: gross - fee, exchanged: null },
    bookedAt,
    // PayPal's money is available at once, apart from what it holds by transactions of their own.
    availableAt: bookedAt,
  };
}

/** A refund that comes back, a dispute and a returned withdrawal name what they are about; the others are it. */
function aboutOf(transaction: WireTransaction, type: SettlementType): string | null {
  const { transaction_id: id, paypal_reference_id: related = null } = transaction;
  switch (type) {
    case "charge":
    case "charge_failure":
    case "refund":
    case "payout":
      return id;
    case "refund_failure":
    case "dispute":
    case "dispute_reversal":
    case "payout_failure":
      return related;
    case "fee":
    case "exchange":
    case "reserve":
    case "adjustment":
      return null;
    default:
      return unreachable(type);
  }
}

/** A withdrawal in the role of a payout. @returns undefined if the amount isn't a whole number of minor units, or is no withdrawal */
export function translateWithdrawal(transaction: WireTransaction): SettlementBatch | undefined {
  const amount = fromPayPalSigned(transaction.transaction_amount);
  if (!amount) return undefined;
  const { transaction_id: id, bank_reference_id: bankReference } = transaction;
  return {
    reference: id,
    status: statusOf(transaction.transaction_status),
    currency: amount.currency,
    amount: 0 - amount.amount,
    createdAt: new Date(transaction.transaction_initiation_date),
    arrivesOn: null,
    bankTexts: [bankReference, id, "PAYPAL"].filter((text) => text !== undefined),
    // The merchant chose the amount, so it is no sum of transactions.
    hasLines: false,
  };
}

function statusOf(status: WireTransaction["transaction_status"]): BatchStatus {
  switch (status) {
    case "S":
      return "paid";
    case "P":
      return "in_transit";
    case "D":
    case "V":
      return "failed";
  }
}
