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
  unauthorized: { status: 401, message: "The account and the bearer token don't belong together." },
  live_account_refused: { status: 403, message: "The simulated PSP moves no live money." },
  not_found: { status: 404, message: "There is no such object in this account." },
  idempotency_key_reused: { status: 409, message: "This key came with another request before." },
  rate_limited: { status: 429, message: "Too many requests. Try again in a second." },
  internal_error: { status: 500, message: "The PSP failed. What came of the request is not known." },
  unavailable: { status: 503, message: "The PSP can't reach its storage." },
} as const;

export type ApiErrorCode = keyof typeof apiErrors;

/** Why the PSP would not capture, void or refund. */
export const refusals = [
  "charge_not_approved",
  "charge_captured",
  "charge_voided",
  "currency_mismatch",
  "amount_exceeds_authorized",
  "amount_exceeds_captured",
] as const;
export type Refusal = (typeof refusals)[number];

/** The body of an error answer. It quotes nothing of the request, which may have held a card number. */
export function describeError(code: ApiErrorCode): { error: { code: ApiErrorCode; message: string } } {
  return { error: { code, message: apiErrors[code].message } };
}
