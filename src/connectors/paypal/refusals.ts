import type { MovementOutcome } from "../contract.ts";
import type { MovementRefusal } from "../reasons.ts";
import type { Refusal } from "./client.ts";
import { unknown } from "./unknown.ts";

/** Why PayPal refuses a capture, void or refund (400 and 422 in Payments v2, 2.5): issues by Kassa's reason, separated by spaces. */
export const movementIssues: Readonly<Partial<Record<MovementRefusal, string>>> = {
  amount_too_large: "MAX_CAPTURE_AMOUNT_EXCEEDED REFUND_AMOUNT_EXCEEDED CAPTURE_FULLY_REFUNDED",
  authorization_lapsed: "AUTHORIZATION_EXPIRED",
  already_captured: "AUTHORIZATION_ALREADY_CAPTURED PREVIOUSLY_CAPTURED",
  already_voided: "AUTHORIZATION_VOIDED PREVIOUSLY_VOIDED",
  charge_disputed: "REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK TRANSACTION_DISPUTED",
  insufficient_balance: "REFUND_FAILED_INSUFFICIENT_FUNDS",
  account_closed: "PAYER_ACCOUNT_LOCKED_OR_CLOSED",
  refused_by_psp:
    "AUTHORIZATION_DENIED AUTH_CAPTURE_CURRENCY_MISMATCH CANNOT_BE_NEGATIVE CANNOT_BE_VOIDED CANNOT_BE_ZERO_OR_NEGATIVE CURRENCY_MISMATCH DECIMALS_NOT_SUPPORTED DECIMAL_PRECISION INVALID_CURRENCY_CODE INVALID_PARAMETER_SYNTAX INVALID_PARAMETER_VALUE INVALID_STRING_LENGTH INVALID_STRING_MAX_LENGTH MAX_CAPTURE_COUNT_EXCEEDED MAX_NUMBER_OF_REFUNDS_EXCEEDED MISSING_REQUIRED_PARAMETER PARTIAL_REFUND_NOT_ALLOWED PAYEE_ACCOUNT_LOCKED_OR_CLOSED PAYEE_ACCOUNT_RESTRICTED PAYER_CANNOT_PAY PENDING_CAPTURE PLATFORM_FEE_EXCEEDED PLATFORM_FEE_NOT_ENABLED REFUND_AMOUNT_TOO_LOW REFUND_CAPTURE_CURRENCY_MISMATCH REFUND_IS_RESTRICTED REFUND_NOT_ALLOWED REFUND_TIME_LIMIT_EXCEEDED TRANSACTION_REFUSED",
};

/** Refusals after which only a look-up tells what became of a movement: PayPal has or may have carried it out under the same key. */
export const uncertainIssues: readonly string[] = ["DUPLICATE_INVOICE_ID", "PREVIOUS_REQUEST_IN_PROGRESS"];

const byIssue: ReadonlyMap<string, MovementRefusal> = new Map(
  Object.entries(movementIssues).flatMap(([reason, listed]) =>
    listed.split(" ").map((issue) => [issue, reason as MovementRefusal] as const),
  ),
);

/** Missing permissions and unknown objects prove nothing about an earlier request: the operator may have to act first. */
export function movementRefusal({ status, issue }: Refusal): MovementOutcome {
  const isFinal = (status === 400 || status === 422) && !uncertainIssues.includes(issue);
  if (!isFinal) return unknown(`status ${status}, ${issue}`);
  return { kind: "refused", reason: byIssue.get(issue) ?? "refused_by_psp" };
}
