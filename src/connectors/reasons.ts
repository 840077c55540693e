/** Why a payment was declined; the same codes for every PSP. The payment page has a text for each. */
export const declineReasons = [
  "generic_decline",
  "insufficient_funds",
  "expired_card",
  "incorrect_cvc",
  "incorrect_postal_code",
  "incorrect_number",
  "lost_card",
  "stolen_card",
  "fraudulent",
  "card_velocity_exceeded",
  "do_not_honor",
  "card_not_supported",
  "currency_not_supported",
  "withdrawal_limit_exceeded",
  "debit_not_authorized",
  "account_closed",
  "processing_error",
  "authentication_failed",
  "authentication_required",
  "abandoned",
] as const;
export type DeclineReason = (typeof declineReasons)[number];

/** Why a capture, void or refund was refused; the same codes for every PSP. */
export const movementRefusals = [
  "amount_too_large",
  "authorization_lapsed",
  "already_captured",
  "already_voided",
  "charge_disputed",
  "insufficient_balance",
  "account_closed",
  "expired_card",
  "lost_or_stolen_card",
  "refused_by_psp",
] as const;
export type MovementRefusal = (typeof movementRefusals)[number];
