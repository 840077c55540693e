import { parseId } from "../../kernel/id.ts";
import type { DisputeFacts, DisputeReason } from "../disputes.ts";
import { fromPayPal } from "./amounts.ts";
import type { WireDispute } from "./wire.ts";

/** A dispute in Kassa's terms; undefined if it isn't of one of Kassa's charges, or is resolved in a way that PayPal doesn't name. */
export function translateDispute(dispute: WireDispute): DisputeFacts | undefined {
  const chargeKey = dispute.disputed_transactions?.[0]?.custom;
  const money = fromPayPal(dispute.dispute_amount);
  const state = stateOf(dispute);
  if (chargeKey === undefined || !parseId(chargeKey, "att") || !money || !state) return undefined;
  const due = dispute.seller_response_due_date;
  return {
    pspReference: dispute.dispute_id,
    chargeKey,
    ...state,
    reason: reasonOf(dispute.reason),
    ...money,
    ...lostBy(dispute, state, money.amount),
    // PayPal books its fee without naming it in the dispute.
    fee: 0,
    evidenceDueAt: due === undefined ? null : new Date(due).toISOString(),
  };
}

type State = Pick<DisputeFacts, "stage" | "status">;

function stateOf({
  status,
  dispute_life_cycle_stage: lifeCycle,
  dispute_outcome: outcome,
}: WireDispute): State | undefined {
  const stage = lifeCycle === "INQUIRY" ? "inquiry" : "chargeback";
  switch (status) {
    case "OPEN":
    case "WAITING_FOR_SELLER_RESPONSE":
      return { stage, status: "needs_response" };
    case "WAITING_FOR_BUYER_RESPONSE":
    case "UNDER_REVIEW":
    case "OTHER":
      return { stage, status: "under_review" };
    case "RESOLVED":
      return resolvedAs(stage, outcome?.outcome_code);
  }
}

/** A resolved dispute has what the customer got, which may be a part. */
function lostBy(
  { dispute_outcome: outcome }: WireDispute,
  { status }: State,
  amount: number,
): Pick<DisputeFacts, "amountLost"> {
  const refunded = outcome?.amount_refunded && fromPayPal(outcome.amount_refunded)?.amount;
  if (status !== "lost" || !refunded || refunded > amount) return {};
  return { amountLost: refunded };
}

type OutcomeCode = NonNullable<WireDispute["dispute_outcome"]>["outcome_code"];

/** An inquiry takes no money, unless the merchant gives in: then it is a lost chargeback. */
function resolvedAs(stage: State["stage"], code: OutcomeCode): State | undefined {
  switch (code) {
    case "RESOLVED_BUYER_FAVOUR":
    case "ACCEPTED":
      return { stage: "chargeback", status: "lost" };
    // With a payout, PayPal itself pays the customer.
    case "RESOLVED_SELLER_FAVOUR":
    case "RESOLVED_WITH_PAYOUT":
    case "CANCELED_BY_BUYER":
    case "DENIED":
      return stage === "inquiry" ? { stage, status: "closed" } : { stage, status: "won" };
    case "NONE":
    case undefined:
      return stage === "inquiry" ? { stage, status: "closed" } : undefined;
  }
}

function reasonOf(reason: string | undefined): DisputeReason {
  switch (reason) {
    case "UNAUTHORISED":
      return "fraudulent";
    case "MERCHANDISE_OR_SERVICE_NOT_RECEIVED":
      return "product_not_received";
    case "DUPLICATE_TRANSACTION":
      return "duplicate";
    default:
      return "general";
  }
}
