import type { BalanceTransaction, Dispute, Payout, Refund } from "./state.ts";
import { chargeOf, type World } from "./world.ts";

export function renderRefund(world: World, refund: Refund): Record<string, unknown> {
  const failed = refund.status === "failed";
  return {
    id: refund.id,
    object: "refund",
    amount: refund.amount,
    balance_transaction: refund.balanceTransaction,
    charge: refund.charge,
    created: refund.created,
    currency: refund.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: {
        ...(refund.status === "pending"
          ? { reference_status: "pending" }
          : { reference: "5135641658", reference_status: "available" }),
        reference_type: "acquirer_reference_number",
        type: refund.balanceTransaction === null ? "reversal" : "refund",
      },
      type: "card",
    },
    ...(failed && refund.failureBalanceTransaction !== null
      ? { failure_balance_transaction: refund.failureBalanceTransaction }
      : {}),
    ...(failed ? { failure_reason: refund.failureReason } : {}),
    metadata: refund.metadata,
    payment_intent: chargeOf(world, refund).intent,
    payment_method: chargeOf(world, refund).intent.replace("pi_", "pm_"),
    ...(refund.status === "pending" ? { pending_reason: "processing" } : {}),
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  };
}

const evidenceFields = [
  ...["access_activity_log", "billing_address", "cancellation_policy", "cancellation_policy_disclosure"],
  ...["cancellation_rebuttal", "customer_communication", "customer_email_address", "customer_name"],
  ...["customer_purchase_ip", "customer_signature", "duplicate_charge_documentation"],
  ...[
    "duplicate_charge_explanation",
    "duplicate_charge_id",
    "product_description",
    "receipt",
    "refund_policy",
  ],
  ...["refund_policy_disclosure", "refund_refusal_explanation", "service_date", "service_documentation"],
  ...["shipping_address", "shipping_carrier", "shipping_date", "shipping_documentation"],
  ...["shipping_tracking_number", "uncategorized_file", "uncategorized_text"],
];

export function renderDispute(world: World, dispute: Dispute): Record<string, unknown> {
  const charge = chargeOf(world, dispute);
  const transactions = dispute.balanceTransactions.flatMap((id) => {
    const transaction = world.state.balanceTransactions.get(id);
    return transaction ? [renderBalanceTransaction(transaction)] : [];
  });
  return {
    id: dispute.id,
    object: "dispute",
    amount: dispute.amount,
    balance_transactions: transactions,
    charge: dispute.charge,
    created: dispute.created,
    currency: dispute.currency,
    enhanced_eligibility_types: [],
    evidence: {
      ...Object.fromEntries(evidenceFields.map((field) => [field, dispute.evidence[field] ?? null])),
      enhanced_evidence: {},
    },
    evidence_details: {
      due_by: dispute.dueBy,
      enhanced_eligibility: {},
      has_evidence: Object.keys(dispute.evidence).length > 0,
      past_due: world.clock.now() > dispute.dueBy,
      submission_count: dispute.submissions,
    },
    is_charge_refundable: dispute.status.startsWith("warning"),
    livemode: dispute.livemode,
    metadata: dispute.metadata,
    payment_intent: charge.intent,
    payment_method_details: {
      card: {
        brand: charge.card.brand,
        case_type: dispute.status.startsWith("warning") ? "inquiry" : "chargeback",
        network: charge.card.brand,
        network_reason_code: "10",
      },
      type: "card",
    },
    reason: dispute.reason,
    status: dispute.status,
  };
}

export function renderBalanceTransaction(transaction: BalanceTransaction): Record<string, unknown> {
  const { amount, fee, currency } = transaction;
  const detail = {
    amount: fee,
    application: null,
    currency,
    description: transaction.feeDescription,
    type: "stripe_fee",
  };
  return {
    id: transaction.id,
    object: "balance_transaction",
    amount,
    available_on: transaction.availableOn,
    balance_type: "payments",
    created: transaction.created,
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [detail],
    net: amount - fee,
    reporting_category: transaction.reportingCategory,
    source: transaction.source,
    // A payout's own is available at once; the others are when the money is.
    status: transaction.payout === null && transaction.type !== "payout" ? "pending" : "available",
    type: transaction.type,
  };
}

/** The bank's trace id, by which its statement may show the payout. */
export const traceIdOf = (payout: string): string => payout.replace("po_", "").toUpperCase();

export function renderPayout(payout: Payout): Record<string, unknown> {
  return {
    id: payout.id,
    object: "payout",
    amount: payout.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: payout.arrivalDate,
    automatic: true,
    balance_transaction: payout.balanceTransaction,
    created: payout.created,
    currency: payout.currency,
    description: "STRIPE PAYOUT",
    destination: "ba_1FakeBankAccount",
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: payout.livemode,
    metadata: {},
    method: "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: payout.status === "paid" ? "completed" : "in_progress",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: payout.status,
    trace_id: { status: "supported", value: traceIdOf(payout.id) },
    type: "bank_account",
  };
}
