/** The ways in which a customer can pay. Which of them there are in the end, the PSP and the merchant decide. */
export const paymentMethodTypes = ["card", "wallet", "bank_debit", "bank_transfer"] as const;
export type PaymentMethodType = (typeof paymentMethodTypes)[number];
