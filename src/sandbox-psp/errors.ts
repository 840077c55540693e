/**
 * Every error code of the PSP's API with its status and message. A 4xx means that the request did nothing, except for
 * `idempotency_key_reused` and `rate_limited`: another request with the same key may have been carried out.
 */
export const apiErrors = {
  invalid_request: { status: 400, message: "The request doesn't match this operation's schema." },
  idempotency_key_required: {
    status: 400,
    message: "Send a header Idempotency-Key of 1 to 255 visible ASCII characters.",
  },
  unknown_test_card: {
    status: 400,
    message: "The sandbox accepts only its published test cards. The number was not stored.",
  },
  unknown_test_iban: {
    status: 400,
    message: "The sandbox accepts only its published test IBANs. The IBAN was not stored.",
  },
  method_captures_at_once: {
    status: 400,
    message: "Bank debits and transfers are always captured automatically.",
  },
  method_currency_unsupported: {
    status: 400,
    message: "Bank debits must be in EUR.",
  },
  unauthorized: { status: 401, message: "The bearer token is not this account's." },
  live_account_refused: { status: 403, message: "The simulated PSP doesn't accept live accounts." },
  not_found: { status: 404, message: "This account has no such object." },
  dispute_not_open: { status: 400, message: "The dispute isn't waiting for a response." },
  idempotency_key_reused: { status: 409, message: "This key was used before for a different request." },
  rate_limited: { status: 429, message: "Too many requests. Try again in a second." },
  internal_error: { status: 500, message: "The PSP failed. The outcome of the request is unknown." },
  unavailable: { status: 503, message: "The PSP can't reach its storage." },
} as const;

export type ApiErrorCode = keyof typeof apiErrors;

/** Why the issuer or the PSP declined a charge. */
export type DeclineReason =
  | "generic_decline"
  | "insufficient_funds"
  | "expired_card"
  | "incorrect_cvc"
  | "incorrect_postal_code"
  | "incorrect_number"
  | "lost_card"
  | "stolen_card"
  | "fraudulent"
  | "card_velocity_exceeded"
  | "do_not_honor"
  | "card_not_supported"
  | "currency_not_supported"
  | "withdrawal_limit_exceeded"
  | "debit_not_authorized"
  | "account_closed"
  | "processing_error"
  | "authentication_failed"
  | "authentication_required"
  | "abandoned";

/** Why the PSP refused a capture, void or refund, or why a capture or refund failed later. */
export const refusals = [
  "charge_not_approved",
  "charge_captured",
  "charge_voided",
  "authorization_lapsed",
  "currency_mismatch",
  "amount_exceeds_authorized",
  "amount_exceeds_captured",
  "charge_disputed",
  "insufficient_balance",
  "account_closed",
  "expired_card",
  "lost_or_stolen_card",
] as const;
export type Refusal = (typeof refusals)[number];

/** The body of an error answer. It never quotes the request, which may contain a card number. */
export function toApiError(code: ApiErrorCode): { error: { code: ApiErrorCode; message: string } } {
  return { error: { code, message: apiErrors[code].message } };
}
