import type { DeclineReason } from "../reasons.ts";

/** The reasons for which Mollie says that a card payment failed (`details.failureReason`), and Kassa's for each. */
export const declines = {
  authentication_abandoned: "authentication_failed",
  authentication_failed: "authentication_failed",
  authentication_required: "authentication_required",
  authentication_unavailable_acs: "authentication_failed",
  card_declined: "generic_decline",
  card_expired: "expired_card",
  inactive_card: "do_not_honor",
  insufficient_funds: "insufficient_funds",
  invalid_cvv: "incorrect_cvc",
  invalid_card_holder_name: "generic_decline",
  invalid_card_number: "incorrect_number",
  invalid_card_type: "card_not_supported",
  possible_fraud: "fraudulent",
  refused_by_issuer: "do_not_honor",
  unknown_reason: "generic_decline",
} as const satisfies Readonly<Record<string, DeclineReason>>;

/** Other methods give no reason or one of their own, and Mollie may add reasons. */
export function declineReason(failureReason: string | null): DeclineReason {
  if (failureReason === null || !Object.hasOwn(declines, failureReason)) return "generic_decline";
  return declines[failureReason as keyof typeof declines];
}
