import type { PaymentMethodType } from "../connectors/contract.ts";
import type { DeclineReason } from "../connectors/reasons.ts";
import type { Declined } from "./view-model.ts";

/**
 * The page shows these reasons as a generic decline: somebody with a stolen card must not learn what the bank knows
 * about it. Merchants read the real reason in the payment's attempts. `do_not_honor` is a generic decline anyway.
 */
const hiddenReasons = ["lost_card", "stolen_card", "fraudulent", "do_not_honor"] as const;
type HiddenReason = (typeof hiddenReasons)[number];

/** The reasons that customers see. Each has a text, `decline.<reason>`. */
export type CustomerFacingReason =
  | Exclude<DeclineReason, HiddenReason>
  | "account_insufficient_funds"
  | "wallet_cancelled"
  | "other_method";

/** The reason to show for a decline. It fits the payment method: "try another card" only makes sense for cards. */
export function customerFacingReason({
  reason,
  method,
}: Pick<Declined, "reason" | "method">): CustomerFacingReason {
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
