/** Every error code of the PSP's API, its status and its meaning. A 4xx says for certain that nothing was charged. */
export const apiErrors = {
  invalid_request: { status: 400, message: "The request is not what this operation takes." },
  idempotency_key_required: {
    status: 400,
    message: "Send a header Idempotency-Key of 1 to 255 visible ASCII characters.",
  },
  unknown_test_card: {
    status: 400,
    message: "The sandbox takes its published test cards only. The number was not stored.",
  },
  unknown_test_iban: {
    status: 400,
    message: "The sandbox debits its published test accounts only. The IBAN was not stored.",
  },
  method_captures_at_once: {
    status: 400,
    message: "Debits and transfers bring the money at once; they can't be captured later.",
  },
  method_currency_unsupported: {
    status: 400,
    message: "Debits are made in euros.",
  },
  unauthorized: { status: 401, message: "The account and the bearer token don't belong together." },
  live_account_refused: { status: 403, message: "The simulated PSP moves no live money." },
  not_found: { status: 404, message: "There is no such object in this account." },
  dispute_not_open: { status: 400, message: "The dispute waits for no response." },
  idempotency_key_reused: { status: 409, message: "This key came with another request before." },
  rate_limited: { status: 429, message: "Too many requests. Try again in a second." },
  internal_error: { status: 500, message: "The PSP failed. What came of the request is not known." },
  unavailable: { status: 503, message: "The PSP can't reach its storage." },
} as const;

export type ApiErrorCode = keyof typeof apiErrors;

/** Why an issuer, or the PSP itself, declines a charge. */
export type DeclineReason =
  | "generic_decline"
  | "insufficient_funds"
  | "expired_card"
  | "incorrect_cvc"
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

/** Why the PSP would not capture, void or refund, or why a refund failed later. */
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

/** The body of an error answer. It quotes nothing of the request, which may have held a card number. */
export function describeError(code: ApiErrorCode): { error: { code: ApiErrorCode; message: string } } {
  return { error: { code, message: apiErrors[code].message } };
}
