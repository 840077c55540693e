import { toMoney } from "./currencies.ts";
import type { Dispute } from "./state.ts";
import { type Link, link, toTime, type World } from "./world.ts";

/** A dispute in full, as a look-up and its events show it. */
export function renderDispute(world: World, dispute: Dispute): object {
  const { capture, evidences, channel } = dispute;
  const { order } = capture;
  const { invoice_id, custom_id } = order.unit;
  return {
    ...renderSummary(world, dispute),
    disputed_transactions: [
      {
        seller_transaction_id: capture.id,
        create_time: toTime(capture.created),
        transaction_status: "COMPLETED",
        gross_amount: toMoney(capture.amount, order.currency),
        ...(invoice_id === undefined
          ? {}
          : { invoice_number: invoice_id.replaceAll(/[^A-Za-z0-9:|-]/g, "-") }),
        ...(custom_id === undefined ? {} : { custom: custom_id }),
        buyer: { name: "Ada Lovelace" },
        seller: { email: "shop@example.com", merchant_id: world.merchantId, name: "Shop" },
      },
    ],
    ...(channel === "EXTERNAL" ? { external_reason_code: "10.4" } : {}),
    ...outcomeOf(dispute),
    ...(evidences.length === 0 ? {} : { evidences }),
    ...(isAcceptable(dispute)
      ? { allowed_response_options: { accept_claim: { accept_claim_types: ["REFUND", "PARTIAL_REFUND"] } } }
      : {}),
    links: linksOf(world, dispute),
  };
}

/** A dispute in a list. Its amounts are there, its transaction isn't. */
export function renderSummary(world: World, dispute: Dispute): object {
  const { id, created, updated, reason, status, amount, capture, stage, channel, respondBy } = dispute;
  const waits = status === "WAITING_FOR_SELLER_RESPONSE" || status === "OPEN";
  return {
    dispute_id: id,
    create_time: toTime(created),
    update_time: toTime(updated),
    reason,
    status,
    dispute_amount: toMoney(amount, capture.order.currency),
    dispute_life_cycle_stage: stage,
    dispute_channel: channel,
    ...(waits ? { seller_response_due_date: toTime(respondBy) } : {}),
    links: [link(world, "self", `/v1/customer/disputes/${id}`)],
  };
}

/** As the list filters and shows it. */
export function disputeState({ status, stage }: Dispute): string {
  switch (status) {
    case "OPEN":
      return "OPEN_INQUIRIES";
    case "WAITING_FOR_SELLER_RESPONSE":
      return stage === "INQUIRY" ? "OPEN_INQUIRIES" : "REQUIRED_ACTION";
    case "UNDER_REVIEW":
      return "UNDER_PAYPAL_REVIEW";
    case "RESOLVED":
      return "RESOLVED";
  }
}

function outcomeOf({ outcome, capture, updated, stage }: Dispute): object {
  if (!outcome) return {};
  const { currency } = capture.order;
  const refunded = outcome.refunded > 0;
  const amount_refunded = toMoney(outcome.refunded, currency);
  return {
    dispute_outcome: { outcome_code: outcome.code, ...(refunded ? { amount_refunded } : {}) },
    adjudications: [
      {
        type: refunded ? "RECOVER_FROM_SELLER" : "DENY_BUYER",
        adjudication_time: toTime(updated),
        dispute_life_cycle_stage: stage,
      },
    ],
    ...(refunded
      ? {
          money_movements: [
            {
              affected_party: "SELLER",
              amount: amount_refunded,
              initiated_time: toTime(updated),
              type: "DEBIT",
              reason: "DISPUTE_SETTLEMENT",
            },
          ],
        }
      : {}),
  };
}

export function isAcceptable({ status }: Dispute): boolean {
  return status === "OPEN" || status === "WAITING_FOR_SELLER_RESPONSE";
}

/** What the merchant may do now: PayPal refuses whatever isn't linked. */
function linksOf(world: World, dispute: Dispute): readonly Link[] {
  const path = `/v1/customer/disputes/${dispute.id}`;
  const action = (rel: string, name: string) => link(world, rel, `${path}/${name}`, "POST");
  return [
    link(world, "self", path),
    ...(dispute.status === "WAITING_FOR_SELLER_RESPONSE"
      ? [action("provide_evidence", "provide-evidence")]
      : []),
    ...(isAcceptable(dispute) ? [action("accept_claim", "accept-claim")] : []),
    ...(dispute.status === "UNDER_REVIEW" && !world.settings.live
      ? [action("adjudicate", "adjudicate")]
      : []),
  ];
}
