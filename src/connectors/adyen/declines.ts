import type { DeclineReason } from "../reasons.ts";

type Decline = { readonly text: string; readonly reason: DeclineReason };

/**
 * Adyen's refusal reasons by their codes (docs.adyen.com/development-resources/refusal-reasons, read 2026-11-25), and Kassa's for each.
 * Notifications have the text only.
 */
export const declines: Readonly<Record<number, Decline>> = {
  2: { text: "Refused", reason: "generic_decline" },
  3: { text: "Referral", reason: "do_not_honor" },
  4: { text: "Acquirer Error", reason: "processing_error" },
  5: { text: "Blocked Card", reason: "card_not_supported" },
  6: { text: "Expired Card", reason: "expired_card" },
  7: { text: "Invalid Amount", reason: "processing_error" },
  8: { text: "Invalid Card Number", reason: "incorrect_number" },
  9: { text: "Issuer Unavailable", reason: "processing_error" },
  10: { text: "Not supported", reason: "card_not_supported" },
  11: { text: "3D Not Authenticated", reason: "authentication_failed" },
  12: { text: "Not enough balance", reason: "insufficient_funds" },
  14: { text: "Acquirer Fraud", reason: "fraudulent" },
  15: { text: "Cancelled", reason: "abandoned" },
  16: { text: "Shopper Cancelled", reason: "abandoned" },
  17: { text: "Invalid Pin", reason: "authentication_failed" },
  18: { text: "Pin tries exceeded", reason: "authentication_failed" },
  19: { text: "Pin validation not possible", reason: "authentication_failed" },
  20: { text: "FRAUD", reason: "fraudulent" },
  21: { text: "Not Submitted", reason: "processing_error" },
  22: { text: "FRAUD-CANCELLED", reason: "fraudulent" },
  23: { text: "Transaction Not Permitted", reason: "card_not_supported" },
  24: { text: "CVC Declined", reason: "incorrect_cvc" },
  25: { text: "Restricted Card", reason: "card_not_supported" },
  26: { text: "Revocation Of Auth", reason: "debit_not_authorized" },
  27: { text: "Declined Non Generic", reason: "generic_decline" },
  28: { text: "Withdrawal amount exceeded", reason: "withdrawal_limit_exceeded" },
  29: { text: "Withdrawal count exceeded", reason: "card_velocity_exceeded" },
  31: { text: "Issuer Suspected Fraud", reason: "fraudulent" },
  32: { text: "AVS Declined", reason: "generic_decline" },
  33: { text: "Card requires online pin", reason: "authentication_required" },
  34: { text: "No checking account available on Card", reason: "card_not_supported" },
  35: { text: "No savings account available on Card", reason: "card_not_supported" },
  36: { text: "Mobile pin required", reason: "authentication_required" },
  37: { text: "Contactless fallback", reason: "card_not_supported" },
  38: { text: "Authentication required", reason: "authentication_required" },
  39: { text: "RReq not received from DS", reason: "authentication_failed" },
  40: { text: "Current AID is in Penalty Box.", reason: "processing_error" },
  41: { text: "CVM Required Restart Payment", reason: "authentication_required" },
  42: { text: "3DS Authentication Error", reason: "authentication_failed" },
  43: { text: "Online PIN required", reason: "authentication_required" },
  44: { text: "Try another interface", reason: "card_not_supported" },
  45: { text: "Chip downgrade mode", reason: "card_not_supported" },
  46: {
    text: "Transaction blocked by Adyen to prevent excessive retry fees",
    reason: "card_velocity_exceeded",
  },
  50: { text: "Token Revoked", reason: "debit_not_authorized" },
};

/** Upper and lower case and punctuation of the texts differ between Adyen's pages, APIs and notifications. */
const normalize = (text: string): string => text.toLowerCase().replaceAll(/[^0-9a-z]/g, "");

const reasonsByText: ReadonlyMap<string, DeclineReason> = new Map(
  Object.values(declines).map(({ text, reason }) => [normalize(text), reason]),
);

/** The reason by the text of a refused payment. Adyen may add texts, and other methods have their own. */
export const declineReason = (text: string | null): DeclineReason =>
  reasonsByText.get(normalize(text ?? "")) ?? "generic_decline";
