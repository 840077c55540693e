import type { DeclineReason, PaymentMethodType } from "../connectors/contract.ts";
import type { Declined } from "./view-model.ts";

/**
 * Whoever holds a card that isn't theirs must not learn what the bank knows of it, so these are told as a plain refusal.
 * Merchants read the true reason in the payment's attempts. `do_not_honor` says no more than that to begin with.
 */
const hiddenReasons = ["lost_card", "stolen_card", "fraudulent", "do_not_honor"] as const;
type HiddenReason = (typeof hiddenReasons)[number];

/** What the customer may know; each has its text, `decline.<reason>`. */
export type CustomerFacingReason =
  | Exclude<DeclineReason, HiddenReason>
  | "account_insufficient_funds"
  | "wallet_cancelled"
  | "other_method";

/** A decline in the words of the method that was to pay: nobody without a card is told to try another card. */
export function customerFacingReason({ reason, method }: Declined): CustomerFacingReason {
  if (method === "card") return isHidden(reason) ? "generic_decline" : reason;
  return reasonsByMethod[method][reason] ?? "other_method";
}

type OtherMethod = Exclude<PaymentMethodType, "card">;

const reasonsByMethod: Readonly<Record<OtherMethod, Partial<Record<DeclineReason, CustomerFacingReason>>>> = {
  wallet: {
    abandoned: "wallet_cancelled",
    authentication_failed: "wallet_cancelled",
    processing_error: "processing_error",
  },
  bank_debit: {
    insufficient_funds: "account_insufficient_funds",
    account_closed: "account_closed",
    debit_not_authorized: "debit_not_authorized",
    processing_error: "processing_error",
  },
  bank_transfer: { processing_error: "processing_error" },
};

function isHidden(reason: DeclineReason): reason is HiddenReason {
  return (hiddenReasons as readonly string[]).includes(reason);
}
