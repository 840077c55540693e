import type { DeclineReason, MovementRefusal } from "../reasons.ts";

/**
 * Kassa's reason for each of Stripe's decline codes (docs.stripe.com/declines/codes, read 2026-11-24) and for the error codes that a
 * failed payment can have.
 */
export const declineReasonOf: Readonly<Record<string, DeclineReason>> = {
  account_closed: "account_closed",
  amount_too_large: "withdrawal_limit_exceeded",
  amount_too_small: "processing_error",
  approve_with_id: "do_not_honor",
  authentication_not_handled: "authentication_failed",
  authentication_required: "authentication_required",
  bank_account_closed: "account_closed",
  bank_account_declined: "generic_decline",
  call_issuer: "do_not_honor",
  card_decline_rate_limit_exceeded: "card_velocity_exceeded",
  card_declined: "generic_decline",
  card_not_supported: "card_not_supported",
  card_velocity_exceeded: "card_velocity_exceeded",
  currency_not_supported: "currency_not_supported",
  debit_not_authorized: "debit_not_authorized",
  do_not_honor: "do_not_honor",
  do_not_try_again: "do_not_honor",
  duplicate_transaction: "generic_decline",
  expired_card: "expired_card",
  fraudulent: "fraudulent",
  generic_decline: "generic_decline",
  incorrect_address: "generic_decline",
  incorrect_cvc: "incorrect_cvc",
  incorrect_number: "incorrect_number",
  incorrect_pin: "authentication_failed",
  incorrect_postal_code: "incorrect_postal_code",
  incorrect_zip: "incorrect_postal_code",
  insufficient_funds: "insufficient_funds",
  invalid_account: "account_closed",
  invalid_amount: "processing_error",
  invalid_cvc: "incorrect_cvc",
  invalid_expiry_month: "expired_card",
  invalid_expiry_year: "expired_card",
  invalid_number: "incorrect_number",
  invalid_pin: "authentication_failed",
  issuer_not_available: "processing_error",
  lost_card: "lost_card",
  merchant_blacklist: "fraudulent",
  mobile_device_authentication_required: "authentication_required",
  new_account_information_available: "expired_card",
  no_action_taken: "generic_decline",
  not_permitted: "card_not_supported",
  offline_pin_required: "authentication_required",
  online_or_offline_pin_required: "authentication_required",
  payment_intent_authentication_failure: "authentication_failed",
  payment_intent_payment_attempt_expired: "abandoned",
  payment_intent_payment_attempt_failed: "generic_decline",
  payment_method_customer_decline: "abandoned",
  payment_method_provider_decline: "generic_decline",
  payment_method_provider_timeout: "processing_error",
  pickup_card: "stolen_card",
  pin_try_exceeded: "authentication_failed",
  processing_error: "processing_error",
  reenter_transaction: "processing_error",
  restricted_card: "card_not_supported",
  revocation_of_all_authorizations: "do_not_honor",
  revocation_of_authorization: "do_not_honor",
  security_violation: "fraudulent",
  service_not_allowed: "card_not_supported",
  stolen_card: "stolen_card",
  stop_payment_order: "do_not_honor",
  testmode_decline: "generic_decline",
  transaction_not_allowed: "card_not_supported",
  try_again_later: "processing_error",
  withdrawal_count_limit_exceeded: "withdrawal_limit_exceeded",
};

/** A code that Kassa doesn't know is a generic decline: Stripe adds codes within a version. */
export function toDeclineReason(codes: readonly (string | null | undefined)[]): DeclineReason {
  for (const code of codes) {
    const reason = code && Object.hasOwn(declineReasonOf, code) ? declineReasonOf[code] : undefined;
    if (reason) return reason;
  }
  return "generic_decline";
}

/** Why a capture, void or refund was refused, by the error's code. */
const movementRefusalOf: Readonly<Record<string, MovementRefusal>> = {
  amount_too_large: "amount_too_large",
  balance_insufficient: "insufficient_balance",
  capture_charge_authorization_expired: "authorization_lapsed",
  charge_already_captured: "already_captured",
  charge_already_refunded: "amount_too_large",
  charge_disputed: "charge_disputed",
  charge_exceeds_source_limit: "amount_too_large",
  charge_expired_for_capture: "authorization_lapsed",
  insufficient_funds: "insufficient_balance",
};

export const toMovementRefusal = (code: string): MovementRefusal =>
  (Object.hasOwn(movementRefusalOf, code) ? movementRefusalOf[code] : undefined) ?? "refused_by_psp";

/** Why a refund failed, by Stripe's `failure_reason`. */
const refundFailureOf: Readonly<Record<string, MovementRefusal>> = {
  charge_for_pending_refund_disputed: "charge_disputed",
  declined: "refused_by_psp",
  expired_or_canceled_card: "expired_card",
  insufficient_funds: "insufficient_balance",
  lost_or_stolen_card: "lost_or_stolen_card",
  merchant_request: "refused_by_psp",
  unknown: "refused_by_psp",
};

export const toRefundFailure = (reason: string | null | undefined): MovementRefusal =>
  (reason && Object.hasOwn(refundFailureOf, reason) ? refundFailureOf[reason] : undefined) ??
  "refused_by_psp";
