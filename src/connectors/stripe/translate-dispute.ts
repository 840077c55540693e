import type { DisputeFacts, DisputeReason } from "../disputes.ts";
import { fromStripeAmount } from "./amounts.ts";
import { attemptField } from "./metadata.ts";
import { toTime } from "./translate-charge.ts";
import type { WireDispute } from "./wire.ts";

/** A dispute in Kassa's terms; undefined if it isn't one of Kassa's charges. */
export function translateDispute(dispute: WireDispute): DisputeFacts | undefined {
  const { id: pspReference, payment_intent: intent } = dispute;
  const chargeKey = intent === null || typeof intent === "string" ? undefined : intent.metadata[attemptField];
  const currency = dispute.currency.toUpperCase();
  const amount = fromStripeAmount(dispute.amount, currency);
  // A fee in another currency than the dispute's is on its settlement line only.
  const booked = dispute.balance_transactions.filter(
    (transaction) => transaction.currency === dispute.currency,
  );
  const fees = booked.reduce((sum, { fee }) => sum + fee, 0);
  const fee = fromStripeAmount(Math.max(0, fees), currency);
  if (chargeKey === undefined || amount === undefined || fee === undefined) return undefined;
  const { due_by: dueBy } = dispute.evidence_details;
  return {
    pspReference,
    chargeKey,
    ...stateOf(dispute.status),
    reason: reasonOf(dispute.reason),
    amount,
    ...lostBy(dispute, booked, amount),
    currency,
    fee,
    evidenceDueAt: dueBy === null ? null : toTime(dueBy),
  };
}

/**
 * What Stripe withdrew and hasn't reinstated of a decided dispute. Stripe may book a win after it tells of it: until then, as much
 * seems to be lost as was withdrawn, and the whole amount is expected back.
 */
function lostBy(
  { status, currency }: WireDispute,
  booked: WireDispute["balance_transactions"],
  amount: number,
): Pick<DisputeFacts, "amountLost"> {
  const kept = booked.reduce((sum, transaction) => sum - transaction.amount, 0);
  const amountLost = fromStripeAmount(Math.max(0, kept), currency.toUpperCase());
  if (amountLost === undefined || amountLost === 0 || amountLost >= amount) return {};
  return status === "won" || status === "lost" ? { amountLost } : {};
}

function stateOf(status: WireDispute["status"]): Pick<DisputeFacts, "stage" | "status"> {
  switch (status) {
    case "warning_needs_response":
      return { stage: "inquiry", status: "needs_response" };
    case "warning_under_review":
      return { stage: "inquiry", status: "under_review" };
    case "warning_closed":
    // It was resolved before it became a chargeback.
    case "prevented":
      return { stage: "inquiry", status: "closed" };
    case "needs_response":
    case "under_review":
    case "won":
    case "lost":
      return { stage: "chargeback", status };
  }
}

function reasonOf(reason: string): DisputeReason {
  switch (reason) {
    case "fraudulent":
    case "product_not_received":
    case "duplicate":
      return reason;
    default:
      return "general";
  }
}
